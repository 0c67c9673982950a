import { isDeepStrictEqual } from 'node:util';

import type { Annotation, Change, Cursor, FeedEvent } from '@annotate-mcp/core';
import { placeKeyOf } from '@annotate-mcp/core';

import { decodeCursor, encodeCursor } from '../feed/feed-cursor.ts';

export type Content = ReadonlyMap<string, Annotation>;
type NewChange = Change extends infer Each ? (Each extends Change ? Omit<Each, 'cursor'> : never) : never;

/**
 * The change feed of a store that keeps no log: what differs from the last time it was looked at. Its cursors are
 * good for the life of this process; any other reader gets `resync`.
 */
export class StateLog {
  readonly #epoch: string;
  readonly #keep: number;
  #content: Content;
  #changes: Change[] = [];
  #newest = 0;

  constructor(epoch: string, keep: number, content: Content) {
    this.#epoch = epoch;
    this.#keep = keep;
    this.#content = content;
  }

  get head(): Cursor {
    return this.#cursorAt(this.#newest);
  }

  absorb(content: Content): void {
    if (content === this.#content) return;
    for (const change of differences(this.#content, content)) {
      this.#newest++;
      this.#changes.push({ ...change, cursor: this.#cursorAt(this.#newest) });
    }
    this.#content = content;
    if (this.#changes.length > 2 * this.#keep) this.#changes = this.#changes.slice(-this.#keep);
  }

  since(cursor: Cursor): FeedEvent {
    const position = decodeCursor(cursor);
    const missed = position?.epoch === this.#epoch ? this.#newest - position.n : -1;
    if (missed < 0 || missed > this.#changes.length) return { type: 'resync', cursor: this.head };
    const changes = missed === 0 ? [] : this.#changes.slice(-missed);
    return { type: 'changes', changes, cursor: this.head, isUpToDate: true };
  }

  #cursorAt(n: number): Cursor {
    return encodeCursor({ epoch: this.#epoch, n, tag: '' });
  }
}

function* differences(before: Content, after: Content): Generator<NewChange> {
  for (const [id, annotation] of after) {
    const previous = before.get(id);
    if (previous === undefined) yield { type: 'added', annotation };
    else if (previous !== annotation && !isDeepStrictEqual(previous, annotation)) {
      const previousPlace = placeKeyOf(previous);
      const isMoved = previousPlace !== placeKeyOf(annotation);
      yield {
        type: 'updated',
        annotation,
        previousStatus: previous.status,
        ...(isMoved && { previousPlace }),
      };
    }
  }
  for (const [id, annotation] of before) if (!after.has(id)) yield { type: 'removed', annotation };
}
