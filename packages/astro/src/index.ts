export type { AnnotateOptions } from '@annotate-mcp/vite-plugin';
export { annotate } from './integration.ts';
// oxlint-disable-next-line import/no-default-export -- `astro add` writes a default import into astro.config.
export { annotate as default } from './integration.ts';
