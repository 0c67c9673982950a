import { AnnotateError } from '@annotate-mcp/core';

export function closedStoreError(url: string): AnnotateError {
  return new AnnotateError('store/closed', `The store ${url} was closed.`, { hint: 'Open it again.' });
}
