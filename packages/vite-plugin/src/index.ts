export type { AnnotateOptions } from './options.ts';
export { annotate } from './plugin.ts';
