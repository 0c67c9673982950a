export type { NextConfigContext, NextConfigInput } from './next-config.ts';
export type { AnnotateOptions } from './options.ts';
export { withAnnotate } from './with-annotate.ts';
