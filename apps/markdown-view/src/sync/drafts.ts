/**
 * Brings what is being written to the server while it is written, and keeps a copy in this browser until the server
 * has it. Failing costs time, never text.
 */
import type { CommentInput, MarkdownComment } from '@annotate-mcp/core/document';

import { Refused } from '../host/view-host.ts';

import { pauseAfter } from './follow.ts';
import type { Shelf } from './shelf.ts';

export interface Drafts {
  /** Says what the comment says now. Goes out when nobody typed for a moment. */
  readonly write: (comment: CommentInput) => void;
  /** It went another way, or was thrown away. Resolves when nothing of it is on its way any more. */
  readonly forget: (ids: readonly string[]) => Promise<void>;
  readonly has: (id: string) => boolean;
  /** Sends what waits, at once. Resolves when the server has it all; rejects with why not. */
  readonly flush: () => Promise<void>;
  readonly stop: () => void;
}

export interface DraftEvents {
  readonly onSaved: (comment: MarkdownComment | null, input: CommentInput) => void;
  /** It is no draft any more: somebody sent or settled it elsewhere. Its text is not tried again. */
  readonly onTooLate: (input: CommentInput) => void;
  readonly onUnsaved: (count: number) => void;
}

export interface DraftParts {
  readonly persist: (comment: CommentInput) => Promise<{ comment: MarkdownComment | null }>;
  shelf: Shelf;
  events: DraftEvents;
}

const typingPause = 400;

export function createDrafts({ persist, shelf, events }: DraftParts): Drafts {
  const waiting = new Map<string, CommentInput>();
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send().catch(() => undefined), ms);
  };

  const sendAll = async () => {
    for (let input = first(waiting); input !== null; input = first(waiting)) {
      const saved = await persist(input).catch((error: unknown) => refused(input, error));
      failures = 0;
      // Typed on while it was on its way: then there is more to send.
      if (waiting.get(input.id) !== input) continue;
      done(input.id);
      if (saved === null) events.onTooLate(input);
      else events.onSaved(saved.comment, input);
    }
  };

  const done = (id: string) => {
    waiting.delete(id);
    shelf.remove(id);
    events.onUnsaved(waiting.size);
  };

  const refused = (input: CommentInput, error: unknown): null => {
    if (error instanceof Refused && error.code?.startsWith('lifecycle/')) return null;
    // To the end of the line, so that one which never gets through does not hold up the others.
    const newest = waiting.get(input.id);
    if (error instanceof Refused && newest && waiting.delete(input.id)) waiting.set(input.id, newest);
    throw error;
  };

  /** One after the other, so that an older text never arrives after a newer one. */
  const send = (): Promise<void> => {
    sending ??= sendAll()
      .catch((error: unknown) => {
        failures++;
        // A refusal is tried again too: the server may have forgotten the view, which the poll puts right.
        later(error instanceof Refused ? Math.max(2000, pauseAfter(failures)) : pauseAfter(failures));
        throw error;
      })
      .finally(() => (sending = null));
    return sending;
  };

  return {
    write(comment) {
      waiting.set(comment.id, comment);
      shelf.put(comment);
      events.onUnsaved(waiting.size);
      later(typingPause);
    },
    async forget(ids) {
      for (const id of ids) done(id);
      // A failure leaves nothing of these behind, and the others are tried again.
      await sending?.catch(() => undefined);
    },
    has: (id) => waiting.has(id),
    flush() {
      clearTimeout(timer);
      return waiting.size === 0 && sending === null ? Promise.resolve() : send();
    },
    stop: () => clearTimeout(timer),
  };
}

function first(waiting: ReadonlyMap<string, CommentInput>): CommentInput | null {
  for (const input of waiting.values()) return input;
  return null;
}
