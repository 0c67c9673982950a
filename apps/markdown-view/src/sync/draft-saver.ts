/**
 * Brings what is being written to the server while it is written, and keeps a copy in this browser until the server
 * has it. Failing costs time, never text.
 */
import type { CommentInput, MarkdownComment } from '@annotate-mcp/markdown';

import { Refused } from '../host/view-host.ts';

import { pauseAfter } from './follow.ts';
import type { Shelf } from './shelf.ts';

export interface DraftEvents {
  readonly onSaved: (comment: MarkdownComment | null, input: CommentInput) => void;
  /** It is no draft any more: somebody sent or settled it elsewhere. Its text is not tried again. */
  readonly onTooLate: (input: CommentInput) => void;
  readonly onUnsaved: (count: number) => void;
}

export interface DraftParts {
  readonly persist: (comment: CommentInput) => Promise<{ comment: MarkdownComment | null }>;
  readonly shelf: Shelf;
  readonly events: DraftEvents;
}

const typingPause = 400;
/** After a refusal the poll may be about to open the file again. */
const refusedPause = 2000;

export class Drafts {
  readonly #parts: DraftParts;
  readonly #waiting = new Map<string, CommentInput>();
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(parts: DraftParts) {
    this.#parts = parts;
  }

  has(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Says what the comment says now. Goes out when nobody typed for a moment. */
  write(comment: CommentInput): void {
    const { shelf, events } = this.#parts;
    this.#waiting.set(comment.id, comment);
    shelf.put(comment);
    events.onUnsaved(this.#waiting.size);
    this.#later(typingPause);
  }

  /** It went another way, or was thrown away. Resolves when nothing of it is on its way any more. */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#done(id);
    // A failure leaves nothing of these behind, and the others are tried again.
    await this.#sending?.catch(() => undefined);
  }

  /** Sends what waits, at once. Resolves when the server has it all; rejects with why not. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0 || this.#sending !== null) await this.#send();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send().catch(() => undefined), ms);
  }

  /** One after the other, so that an older text never arrives after a newer one. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => {
        this.#failures++;
        const pause = pauseAfter(this.#failures);
        this.#later(error instanceof Refused ? Math.max(refusedPause, pause) : pause);
        throw error;
      })
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { persist, events } = this.#parts;
    for (let input = this.#first(); input !== null; input = this.#first()) {
      const sent = input;
      const saved = await persist(sent).catch((error: unknown) => this.#refused(sent, error));
      this.#failures = 0;
      // Typed on while it was on its way: then there is more to send.
      if (this.#waiting.get(sent.id) !== sent) continue;
      this.#done(sent.id);
      if (saved === null) events.onTooLate(sent);
      else events.onSaved(saved.comment, sent);
    }
  }

  #refused({ id }: CommentInput, error: unknown): null {
    if (!(error instanceof Refused)) throw error;
    if (error.code?.startsWith('lifecycle/')) return null;
    // To the end of the line, so that one which never gets through does not hold up the others.
    const newest = this.#waiting.get(id);
    if (newest && this.#waiting.delete(id)) this.#waiting.set(id, newest);
    throw error;
  }

  #done(id: string): void {
    this.#waiting.delete(id);
    this.#parts.shelf.remove(id);
    this.#parts.events.onUnsaved(this.#waiting.size);
  }

  #first(): CommentInput | null {
    for (const input of this.#waiting.values()) return input;
    return null;
  }
}
