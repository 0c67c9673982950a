/** Why a request is refused, for the developer or agent that reads the response. */
export interface Refusal {
  readonly status: number;
  /** Stable, for programs: `host/unknown`, `token/missing`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** After so many seconds the same request may pass. */
  readonly retryAfter?: number | undefined;
}

/** A refusal a handler throws; the router answers with it and does not report it as a failure. */
export class HttpError extends Error implements Refusal {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { hint: string; cause?: unknown; retryAfter?: number },
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.status = status;
    this.code = code;
    this.hint = options.hint;
    this.retryAfter = options.retryAfter;
  }
}

/** Text from a client, safe to print: escaped, so that it cannot control a terminal, and shortened. */
export function quoted(value: string): string {
  const longest = 120;
  return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}…` : value);
}
