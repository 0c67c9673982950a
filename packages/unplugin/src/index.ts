export {
  blockStoreFolder,
  createEdge,
  type Edge,
  findProjectRoot,
  hideOurCookies,
  leadsToStoreFolder,
  type OffPart,
  scriptPath,
  type ServedFolders,
} from '@annotate-mcp/hub/integration';

export { announcement } from './announcement.ts';
export { deferDevHub } from './dev-hub.ts';
export { type ComponentRegistry, createComponentRegistry } from './manifest/component-registry.ts';
export { findComponents, type FoundComponent } from './manifest/find-components.ts';
export { makesElements } from './jsx-framework.ts';
export { loadScriptParser, loadSvelteMarker, loadTransform } from './load-transform.ts';
export { markableModules, markModule, type ModuleToMark } from './mark-module.ts';
export { mdxRuntime, solidImport } from './module-hints.ts';
export { fileOfModule } from './module-id.ts';
export type { AnnotateOptions } from './options.ts';
export { createFirstEdge, openProject, type Project, projectAt } from './project.ts';
export type { AstroParser } from './source-attributes/astro-tags.ts';
export type { ScriptParser } from './source-attributes/parse-script.ts';
export type { MarkOptions } from './source-attributes/script.ts';
export { importSvelteParser } from './source-attributes/svelte-parser.ts';
export type { SvelteMarker } from './source-attributes/svelte.ts';
export { isNode } from './source-attributes/walk.ts';
export type { WrittenFile } from './source-attributes/written-position.ts';
export { tagPages } from './page-tags/tag-pages.ts';
export { createSourceMarks, type SourceMark } from './source-mark.ts';
