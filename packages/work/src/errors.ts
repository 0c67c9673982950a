import { AnnotateError } from '@annotate-mcp/core';

/** What happened and what to do, for a place that shows one text. */
export function describeError(error: unknown): string {
  if (error instanceof AnnotateError) return `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
