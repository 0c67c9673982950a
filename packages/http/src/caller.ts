/** A client of a server where each token belongs to a person or a program of its own. */
export interface Caller {
  /** Tells nothing about the token; may be logged. */
  readonly id: string;
  readonly project: string;
  /** The person or program that the token was made for; `null` where many people share it. */
  readonly person: { readonly id: string; readonly name: string } | null;
  /** Names of what it may do. What they mean is up to the handlers. */
  readonly may: readonly string[];
  /**
   * Aborts when the access ends: the token was revoked or has expired. With the reason `accessChanged`, what it may do
   * has changed, and the client gets that by connecting again.
   */
  readonly ended: AbortSignal;
  /** Resolves when one more message of an open socket may be handled. */
  pace(): Promise<void>;
}

export const accessChanged = 'access changed';
