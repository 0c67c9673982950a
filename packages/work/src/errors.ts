export type WorkErrorCode =
  | 'work/bad-command'
  | 'work/ended'
  | 'work/failed'
  | 'work/git'
  | 'work/no-git'
  | 'work/not-installed'
  | 'work/not-signed-in'
  | 'work/running'
  | 'work/too-many-failures';

/** What happened (`message`), and what the person can do about it (`hint`). */
export class WorkError extends Error {
  override readonly name = 'WorkError';
  readonly code: WorkErrorCode;
  readonly hint: string;

  constructor(code: WorkErrorCode, message: string, { hint, cause }: { hint: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** What happened and what to do, for a place that shows one text. */
export function describeError(error: unknown): string {
  if (error instanceof WorkError) return `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
