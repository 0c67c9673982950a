export { annotate, type AnnotateApi } from './plugin.ts';
export { type AnnotateOptions, createFirstEdge } from '@annotate-mcp/unplugin';
