export { annotate, type AnnotateApi } from './plugin.ts';
export type { AnnotateOptions } from '@annotate-mcp/unplugin';
