export type { AnnotateOptions } from './options.ts';
export { withAnnotate, type NextConfigInput } from './with-annotate.ts';
