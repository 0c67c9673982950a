export type { AnnotateOptions } from '@annotate-mcp/vite-plugin';
// oxlint-disable-next-line import/no-default-export -- Nuxt loads the default export of a module.
export { annotateModule as default } from './module.ts';
