import { readFile } from 'node:fs/promises';

import { loadScriptParser, loadTransform } from './load-transform.ts';
import { mayHoldJsx, mayHoldTemplates } from './module-hints.ts';
import { fileOfModule } from './module-id.ts';
import type { Project } from './project.ts';
import type { ScriptParser } from './source-attributes/parse-script.ts';
import type { ScriptMarker, TellComponents } from './source-attributes/script.ts';

/** The modules that `markModule` changes, for bundlers that filter modules before they call a plugin. */
export const markableModules = {
  id: /\.(?:[cm]?[jt]s|[jt]sx)(?:\?|$)/,
  code: [mayHoldTemplates, mayHoldJsx],
};

export interface ModuleToMark {
  readonly code: string;
  /** The bundler's name for it, which begins with the path of its file. */
  readonly id: string;
  /** Its file as it is written. Default: it is read. */
  readonly text?: string;
  /** Leads from `code` to the file, when earlier plugins changed it; `null` where the bundler has no such map. */
  readonly map: () => object | null;
  /** Loads the parser. Default: Babel's. */
  readonly loadParser?: () => Promise<ScriptParser>;
  /** See `MarkOptions`. */
  readonly components?: TellComponents | undefined;
  readonly notesTags?: boolean | undefined;
}

// One for all projects: what it returns depends only on what it is given, and what it remembers saves time.
let markScript: ScriptMarker | undefined;

/** Adds source attributes to a module of JavaScript or TypeScript; `undefined` for one that stays as it is. */
export async function markModule(module: ModuleToMark, project: Project | null) {
  const { code, id, map, loadParser = loadScriptParser, components, notesTags } = module;
  const file = fileOfModule(id);
  if (file === null || project === null || !/\.(?:[cm]?[jt]s|[jt]sx)$/.test(file)) return;
  const hasTemplates = mayHoldTemplates.test(code);
  const jsx = !/\.[cm]?ts$/.test(file) && mayHoldJsx.test(code);
  if (!jsx && !hasTemplates) return;
  const path = project.pathOf(file);
  // A module that a plugin generated has no file.
  const text = path === null ? null : (module.text ?? (await readFile(file, 'utf8').catch(() => null)));
  if (path === null || text === null) return;
  markScript ??= (await loadTransform.script()).createScriptMarker();
  const templates = hasTemplates ? (await loadTransform.templates()).templateElements : null;
  const written = { text, map };
  const marked = markScript(
    code,
    path,
    { jsx, templates, components, notesTags, written },
    await loadParser(),
  );
  // webpack does not resolve relative names, which it would show as files of the app's folder.
  if (marked !== undefined) marked.map.sources = [file];
  return marked;
}
