export type { AnnotateOptions } from './options.ts';
export { annotate, type AnnotateApi } from './plugin.ts';
export { createSourceMarks, type SourceMark } from './source-mark.ts';
