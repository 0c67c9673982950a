import { AnnotateError, type ErrorCode, type HubMessage } from '@annotate-mcp/core';
import { HttpError } from '@annotate-mcp/http';

/** What a message or a request was about, as far as it could be read. */
export interface About {
  id?: string;
  ref?: string;
}

/** A fault in words for a page. What is not a page's fault is also told to `onError`. */
export function errorMessage(error: unknown, about: About, onError: (error: unknown) => void): HubMessage {
  if (!(error instanceof AnnotateError)) {
    onError(error);
    return { type: 'error', code: 'internal', message: 'The dev server failed over this.', hint, ...about };
  }
  if (isOurs(error.code)) onError(error);
  const { code, message } = error;
  return { type: 'error', code, message, hint: error.hint, ...about };
}

const hint = 'The cause is in the output of the dev server. Try again, and report it if it stays.';

/** The same for a request. */
export function asHttpError(error: unknown, onError: (error: unknown) => void): unknown {
  if (!(error instanceof AnnotateError)) return error;
  if (isOurs(error.code)) onError(error);
  return new HttpError(statusOf(error.code), error.code, error.message, { hint: error.hint, cause: error });
}

function statusOf(code: ErrorCode): number {
  if (code === 'annotation/not-found') return 404;
  if (code.startsWith('lifecycle/')) return 409;
  if (code === 'store/busy') return 503;
  return isOurs(code) ? 500 : 400;
}

function isOurs(code: ErrorCode): boolean {
  return code.startsWith('store/');
}
