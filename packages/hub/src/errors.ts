import { AnnotateError, type ErrorCode, type HubMessage } from '@annotate-mcp/core';
import { HttpError } from '@annotate-mcp/http';
import { isAway } from '@annotate-mcp/store';

/** Which message of the page an error is about, as far as that message could be read. */
export interface FailedMessage {
  id?: string;
  ref?: string;
}

/** The `error` message for a page. An error that the page did not cause also goes to `onError`. */
export function toErrorMessage(
  error: unknown,
  failed: FailedMessage,
  onError: (error: unknown) => void,
): HubMessage {
  if (!(error instanceof AnnotateError)) {
    onError(error);
    return {
      type: 'error',
      code: 'internal',
      message: 'The dev server failed.',
      hint: internalHint,
      ...failed,
    };
  }
  if (isServerFault(error.code)) onError(error);
  const { code, message } = error;
  return { type: 'error', code, message, hint: error.hint, ...failed };
}

const internalHint =
  'The cause is in the output of the dev server. Try again, and report it if it fails again.';

/** The same for the answer to an HTTP request. Errors of other types are returned as they are. */
export function toHttpError(error: unknown, onError: (error: unknown) => void): unknown {
  if (!(error instanceof AnnotateError)) return error;
  if (isServerFault(error.code)) onError(error);
  return new HttpError(statusOf(error.code), error.code, error.message, { hint: error.hint, cause: error });
}

function statusOf(code: ErrorCode): number {
  if (code === 'annotation/not-found') return 404;
  if (code === 'access/not-allowed') return 403;
  if (code.startsWith('check/')) return 409;
  if (code === 'edit/none' || code === 'file/not-found') return 404;
  if (code === 'file/outside') return 403;
  if (
    code.startsWith('lifecycle/') ||
    code === 'edit/does-not-fit' ||
    code === 'edit/not-applicable' ||
    code === 'file/no-editor'
  )
    return 409;
  if (code === 'store/outside') return 409;
  if (code === 'store/busy' || code === 'store/away') return 503;
  return isServerFault(code) ? 500 : 400;
}

function isServerFault(code: ErrorCode): boolean {
  return code.startsWith('store/');
}

/** Every part of a hub reports with each attempt that the store is away: this passes one such error a minute on. */
export function quietWhileAway(
  onError: (error: unknown) => void,
  now: () => Date = () => new Date(),
): (error: unknown) => void {
  let saidAt = -Infinity;
  return (error) => {
    const time = now().getTime();
    if (isAway(error) && time - saidAt < againMs) return;
    if (isAway(error)) saidAt = time;
    onError(error);
  };
}

const againMs = 60_000;
