/** One code per situation a caller may want to tell apart. */
export type ErrorCode =
  | 'access/not-allowed'
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
  | 'browser/no-bridge'
  | 'browser/not-allowed'
  | 'browser/not-connected'
  | 'browser/timed-out'
  | 'check/exists'
  | 'check/failed'
  | 'check/no-playwright'
  | 'check/not-seen'
  | 'command/invalid'
  | 'command/unknown'
  | 'edit/does-not-fit'
  | 'edit/not-applicable'
  | 'edit/none'
  | 'file/no-editor'
  | 'file/not-found'
  | 'file/outside'
  | 'github/failed'
  | 'github/no-pull-request'
  | 'github/no-repository'
  | 'github/no-token'
  | 'github/rate-limited'
  | 'github/refused'
  | 'github/unreachable'
  | 'hub/ended'
  | 'hub/no-socket'
  | 'key/unknown'
  | 'lifecycle/held'
  | 'lifecycle/not-allowed'
  | 'lifecycle/wrong-status'
  | 'look/no-answer'
  | 'markdown/changed'
  | 'markdown/denied'
  | 'markdown/failed'
  | 'markdown/no-view'
  | 'markdown/not-a-file'
  | 'markdown/not-a-picture'
  | 'markdown/not-found'
  | 'markdown/not-markdown'
  | 'markdown/not-text'
  | 'markdown/not-the-view'
  | 'markdown/outside-roots'
  | 'markdown/read-only'
  | 'markdown/too-large'
  | 'markdown/unknown-view'
  | 'navigation/failed'
  | 'program/argument'
  | 'program/not-absolute'
  | 'protocol/invalid'
  | 'query/invalid'
  | 'request/none'
  | 'root/none'
  | 'script/address'
  | 'script/fetch'
  | 'script/threw'
  | 'script/unfinished'
  | 'store/away'
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
  | 'page/busy'
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
  | 'work/bad-command'
  | 'work/ended'
  | 'work/failed'
  | 'work/git'
  | 'work/no-git'
  | 'work/not-installed'
  | 'work/not-signed-in'
  | 'work/root'
  | 'work/running'
  | 'work/too-many-failures';

/** What happened, to what (`message`), and what to do next (`hint`). The reader is often an agent. */
export class ExplainedError<Code extends string> extends Error {
  readonly code: Code;
  readonly hint: string;
  /** Message or hint quote text of a page: an agent that gets them learns so. */
  readonly quotesPage: boolean;

  constructor(code: Code, message: string, { hint, cause, quotesPage = false }: Explanation) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.quotesPage = quotesPage;
  }
}

interface Explanation {
  hint: string;
  cause?: unknown;
  quotesPage?: boolean;
}

/** An error about annotations, their stores, or what an agent or a page asked for. */
export class AnnotateError extends ExplainedError<ErrorCode> {
  override readonly name = 'AnnotateError';
}

/** What happened and what to do next, where one text is shown. */
export function describeError(error: unknown): string {
  if (error instanceof AnnotateError) return `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}

export function annotationNotFoundError(
  id: string,
  hint = 'It may have been removed meanwhile; reload to see what is there.',
): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no annotation ${id}.`, { hint });
}
