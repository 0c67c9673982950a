/** Tells those who watch a document what became different since they were last told. */
import { isDeepStrictEqual } from 'node:util';

import type { Block, FileMeta } from '../document/index.ts';
import type { Comments } from '../stores/comments.ts';

import type { DocumentEvent } from './document.ts';
import { newsBetween } from './news.ts';

/** A document as it is shown. */
export interface Shown {
  /** With the comments, so that nobody meets a new text with old anchors while they are still being placed. */
  text: string;
  blocks: readonly Block[];
  importedComments: number;
  comments: Comments;
  fileMeta: FileMeta;
  mirror: boolean;
  problem: string | null;
}

export class Audience {
  readonly #listeners = new Set<(event: DocumentEvent) => void>();
  #shown: Shown;

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  get shown(): Shown {
    return this.#shown;
  }

  subscribe(listener: (event: DocumentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Comments before the file, because a view reads the text when it hears of it; tasks when all is in place. */
  tell(now: Shown): void {
    const before = this.#shown;
    this.#shown = now;
    const [comments, ...tasks] = newsBetween(before.comments, now.comments);
    if (comments !== undefined) this.#emit(comments);
    if (!isDeepStrictEqual(before.fileMeta, now.fileMeta))
      this.#emit({ type: 'file', fileMeta: now.fileMeta });
    if (before.mirror !== now.mirror) this.#emit({ type: 'mirror', mirror: now.mirror });
    if (before.problem !== now.problem) this.#emit({ type: 'problem', problem: now.problem });
    for (const task of tasks) this.#emit(task);
  }

  leave(): void {
    this.#listeners.clear();
  }

  #emit(event: DocumentEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
