/** One code per situation a caller may want to tell apart. */
export type ErrorCode =
  | 'annotation/elsewhere'
  | 'annotation/gone'
  | 'annotation/invalid'
  | 'annotation/not-found'
  | 'annotation/unread-replies'
  | 'annotation/withheld'
  | 'arguments/invalid'
  | 'browser/bad-answer'
  | 'browser/cancelled'
  | 'browser/disconnected'
  | 'browser/failed'
  | 'browser/not-connected'
  | 'browser/timed-out'
  | 'command/invalid'
  | 'command/unknown'
  | 'key/unknown'
  | 'lifecycle/held'
  | 'lifecycle/not-allowed'
  | 'lifecycle/wrong-status'
  | 'markdown/changed'
  | 'markdown/denied'
  | 'markdown/failed'
  | 'markdown/no-view'
  | 'markdown/not-a-file'
  | 'markdown/not-found'
  | 'markdown/not-text'
  | 'markdown/not-the-view'
  | 'markdown/outside-roots'
  | 'markdown/read-only'
  | 'markdown/too-large'
  | 'markdown/unknown-view'
  | 'navigation/failed'
  | 'protocol/invalid'
  | 'query/invalid'
  | 'request/none'
  | 'root/none'
  | 'script/address'
  | 'script/fetch'
  | 'script/threw'
  | 'script/unfinished'
  | 'store/busy'
  | 'store/closed'
  | 'store/conflict'
  | 'store/failed'
  | 'store/full'
  | 'store/newer'
  | 'store/no-sqlite'
  | 'store/outside'
  | 'store/read-only'
  | 'store/unknown-driver'
  | 'store/unreadable'
  | 'tab/forbidden'
  | 'tab/gone'
  | 'tab/none'
  | 'tab/taken-back'
  | 'target/covered'
  | 'target/disabled'
  | 'target/hidden'
  | 'target/moving'
  | 'target/none'
  | 'target/not-editable'
  | 'target/stale'
  | 'wait/timed-out'
  | 'work/failed';

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
