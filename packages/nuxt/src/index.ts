export type { AnnotateOptions } from '@annotate-mcp/vite-plugin';
// eslint-disable-next-line import-x/no-default-export -- Nuxt loads the default export of a module.
export { annotateModule as default } from './module.ts';
