import { AnnotateError } from '@annotate-mcp/core';

export function asTrouble(error: unknown, file: string): AnnotateError {
  if (error instanceof AnnotateError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AnnotateError('markdown/failed', `${file} could not be looked at: ${message}.`, {
    hint: 'It is tried again; what was read before is still shown.',
    cause: error,
  });
}

export function noComment(id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no comment ${id} on this file.`, {
    hint: 'Ask for the comments again; it may have been taken back.',
  });
}

export function closed(file: string): AnnotateError {
  return new AnnotateError('store/closed', `${file} is closed.`, { hint: 'Open it again.' });
}
