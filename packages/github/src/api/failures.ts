/** What a failed request to GitHub means: wait, try again, or tell the person. */
import { AnnotateError, isRecord } from '@annotate-mcp/core';

export type RequestFailure =
  /** GitHub has not done it and asks to wait. */
  | { type: 'limited'; waitMs: number; error: AnnotateError }
  /** No answer, or none that can be read: GitHub may have done it. */
  | { type: 'lost'; error: LostAnswerError }
  /** GitHub has not done it and will not. */
  | { type: 'refused'; error: RefusedError };

/** Thrown for a request that may or may not have been carried out. */
export class LostAnswerError extends AnnotateError {
  constructor(reason: string, cause: unknown) {
    super('github/unreachable', `GitHub could not be reached, or did not answer: ${reason}`, {
      hint: 'What was sent is kept there, the rest is kept here. Run the same command again: nothing is sent twice.',
      cause,
    });
  }
}

/** Thrown for a request that GitHub will not carry out. */
export class RefusedError extends AnnotateError {
  readonly status: number;

  constructor(status: number, reason: string, cause: unknown) {
    super('github/refused', `GitHub refused: ${reason} (${status})`, { hint: hintFor(status), cause });
    this.status = status;
  }
}

/** An answer that is not what GitHub documents. */
export class InvalidAnswer extends Error {
  constructor(route: string, cause: unknown) {
    super(`the answer to ${route} is incomplete`, { cause });
  }
}

export function failureOf(error: unknown, now: Date): RequestFailure {
  const { status, headers, reason } = readError(error);
  const waitMs = limitOf(status, headers, reason, now);
  if (waitMs !== null) return { type: 'limited', waitMs, error: limitedError(waitMs, now, error) };
  if (status >= 400 && status < 500)
    return { type: 'refused', error: new RefusedError(status, reason, error) };
  return { type: 'lost', error: new LostAnswerError(reason, error) };
}

interface ReadError {
  /** 500 when there was no answer, as Octokit has it. */
  status: number;
  headers: Record<string, unknown>;
  reason: string;
}

function readError(error: unknown): ReadError {
  const reason = firstLine(error instanceof Error ? error.message : String(error));
  if (!isRecord(error)) return { status: 500, headers: {}, reason };
  const response = isRecord(error.response) ? error.response : {};
  // GraphQL answers 200 and names the type of each error.
  if (Array.isArray(error.errors)) {
    const [first] = error.errors as unknown[];
    const type = isRecord(first) ? String(first.type) : '';
    const said = isRecord(first) ? firstLine(String(first.message)) : reason;
    return { status: graphqlStatus[type] ?? 422, headers: headersIn(error.headers), reason: said };
  }
  return {
    status: typeof error.status === 'number' ? error.status : 500,
    headers: headersIn(response.headers),
    reason,
  };
}

const graphqlStatus: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INTERNAL: 500,
};

function headersIn(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

const withoutHeaderMs = 60_000;

/** How long GitHub asks to wait; `null` when the failure is not a limit. */
function limitOf(status: number, headers: Record<string, unknown>, reason: string, now: Date): number | null {
  if (status !== 403 && status !== 429) return null;
  const after = Number(headers['retry-after'] ?? NaN);
  if (Number.isFinite(after)) return Math.max(0, after) * 1_000;
  const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
  if (String(headers['x-ratelimit-remaining']) === '0' && Number.isFinite(reset))
    return Math.max(1_000, reset * 1_000 - now.getTime());
  return status === 429 || /rate limit/i.test(reason) ? withoutHeaderMs : null;
}

function limitedError(waitMs: number, now: Date, cause: unknown): AnnotateError {
  const until = new Date(now.getTime() + waitMs).toISOString().slice(0, 19).replace('T', ' ');
  return new AnnotateError('github/rate-limited', `GitHub takes no more requests before ${until} UTC.`, {
    hint: 'What is not sent yet is kept. Run the same command again after that time: nothing is sent twice.',
    cause,
  });
}

function hintFor(status: number): string {
  switch (status) {
    case 401:
      return 'The token is wrong or has expired. Sign in again (gh auth login), or set another GITHUB_TOKEN.';
    case 403:
      return 'The token may not do this. It needs to read and write pull requests of this repository.';
    case 404:
      return 'There is no such repository or pull request, or the token may not see it. Check --repo and --pr.';
    default:
      return 'Nothing was lost. Run the command with --dry-run to see what would be sent.';
  }
}

function firstLine(text: string): string {
  const line =
    text.replace(/^Request failed due to following response errors:\s*- /, '').split('\n')[0] ?? '';
  return line.length <= 300 ? line : `${line.slice(0, 300)}…`;
}
