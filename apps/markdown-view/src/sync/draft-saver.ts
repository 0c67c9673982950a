/**
 * Saves comments on the server while they are being written, with a copy in this browser until the server has them.
 * A failed call is repeated, so no text is lost.
 */
import type { CommentInput, MarkdownComment } from '@annotate-mcp/markdown';

import { RefusedError } from '../host/view-host.ts';

import type { BrowserCopies } from './browser-copies.ts';
import { pauseAfter } from './poll-server.ts';

export interface DraftEvents {
  readonly onSaved: (comment: MarkdownComment | null, input: CommentInput) => void;
  /** The comment is no longer a draft: it was sent or closed elsewhere. Its text is not sent again. */
  readonly onTooLate: (input: CommentInput) => void;
  readonly onUnsaved: (count: number) => void;
}

export interface DraftSaverDeps {
  readonly persist: (comment: CommentInput) => Promise<{ comment: MarkdownComment | null }>;
  readonly copies: BrowserCopies;
  readonly events: DraftEvents;
}

const typingPause = 400;
/** Longer after a refusal: the poll may be about to open the file again. */
const refusedPause = 2000;

export class DraftSaver {
  readonly #deps: DraftSaverDeps;
  readonly #waiting = new Map<string, CommentInput>();
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(deps: DraftSaverDeps) {
    this.#deps = deps;
  }

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Takes the newest text of a comment. It is sent after a short pause in typing. */
  write(comment: CommentInput): void {
    const { copies, events } = this.#deps;
    this.#waiting.set(comment.id, comment);
    copies.saveDraft(comment);
    events.onUnsaved(this.#waiting.size);
    this.#sendLater(typingPause);
  }

  /**
   * Stops saving these comments while they are sent. Their copies in the browser stay until `forget`: the tab may be closed
   * before the server has them. Resolves when no call for them is under way.
   */
  async hold(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#waiting.delete(id);
    this.#deps.events.onUnsaved(this.#waiting.size);
    await this.#sending?.catch(() => undefined);
  }

  /** Stops saving these comments, because they were sent or deleted. Resolves when no call for them is under way. */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#removeWaiting(id);
    // When the running call fails, the remaining comments are sent again later.
    await this.#sending?.catch(() => undefined);
  }

  /** Sends everything that is waiting now. Resolves when the server has all of it; rejects with the reason if not. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0 || this.#sending !== null) await this.#send();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send().catch(() => undefined), ms);
  }

  /** Sends one comment after the other, so that an older text never arrives after a newer one. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => {
        this.#failures++;
        const pause = pauseAfter(this.#failures);
        this.#sendLater(error instanceof RefusedError ? Math.max(refusedPause, pause) : pause);
        throw error;
      })
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { persist, events } = this.#deps;
    for (let input = this.#nextWaiting(); input !== null; input = this.#nextWaiting()) {
      const sent = input;
      const saved = await persist(sent).catch((error: unknown) => this.#handleRefusal(sent, error));
      this.#failures = 0;
      // The author typed on during the call, so there is a newer text to send.
      if (this.#waiting.get(sent.id) !== sent) continue;
      this.#removeWaiting(sent.id);
      if (saved === null) events.onTooLate(sent);
      else events.onSaved(saved.comment, sent);
    }
  }

  #handleRefusal({ id }: CommentInput, error: unknown): null {
    if (!(error instanceof RefusedError)) throw error;
    if (error.code?.startsWith('lifecycle/')) return null;
    // Moves it behind the others, so that a comment which is always refused does not block them.
    const newest = this.#waiting.get(id);
    if (newest && this.#waiting.delete(id)) this.#waiting.set(id, newest);
    throw error;
  }

  #removeWaiting(id: string): void {
    this.#waiting.delete(id);
    this.#deps.copies.removeDraft(id);
    this.#deps.events.onUnsaved(this.#waiting.size);
  }

  #nextWaiting(): CommentInput | null {
    for (const input of this.#waiting.values()) return input;
    return null;
  }
}
