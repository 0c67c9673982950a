import { AnnotateError } from '@annotate-mcp/core';

export function toDocumentError(error: unknown, file: string): AnnotateError {
  if (error instanceof AnnotateError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AnnotateError('markdown/failed', `${file} could not be read: ${message}.`, {
    hint: 'It is tried again; the text that was read before is still shown.',
    cause: error,
  });
}

export function commentNotFoundError(id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no comment ${id} on this file.`, {
    hint: 'Ask for the comments again; it may have been withdrawn.',
  });
}

export function documentClosedError(file: string): AnnotateError {
  return new AnnotateError('store/closed', `${file} is closed.`, { hint: 'Open it again.' });
}
