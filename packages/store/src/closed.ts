import { AnnotateError } from '@annotate-mcp/core';

export function closed(url: string): AnnotateError {
  return new AnnotateError('store/closed', `The store ${url} was closed.`, { hint: 'Open it again.' });
}
