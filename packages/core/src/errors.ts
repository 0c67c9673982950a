import type { FaultCode } from './browser/messages.ts';

/** One code per situation a caller may want to tell apart. */
export type ErrorCode =
  | FaultCode
  | 'annotation/invalid'
  | 'annotation/not-found'
  | 'annotation/unread-replies'
  | 'arguments/invalid'
  | 'browser/bad-answer'
  | 'browser/cancelled'
  | 'browser/disconnected'
  | 'browser/not-connected'
  | 'browser/timed-out'
  | 'lifecycle/held'
  | 'lifecycle/not-allowed'
  | 'lifecycle/wrong-status'
  | 'markdown/unknown-view'
  | 'markdown/not-the-view'
  | 'markdown/no-view'
  | 'markdown/changed'
  | 'markdown/denied'
  | 'markdown/failed'
  | 'markdown/not-a-file'
  | 'markdown/not-found'
  | 'markdown/not-text'
  | 'markdown/outside-roots'
  | 'markdown/read-only'
  | 'markdown/too-large'
  | 'protocol/invalid'
  | 'query/invalid'
  | 'root/none'
  | 'script/address'
  | 'script/fetch'
  | 'store/busy'
  | 'store/closed'
  | 'store/failed'
  | 'store/full'
  | 'store/newer'
  | 'store/read-only'
  | 'store/unknown-driver'
  | 'store/unreadable';

/** What happened, to what (`message`), and what to do next (`hint`). The reader is often an agent. */
export class AnnotateError extends Error {
  override readonly name = 'AnnotateError';
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, { hint, cause }: { hint: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}
