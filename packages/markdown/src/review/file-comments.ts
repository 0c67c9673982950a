/** Comments in the file's own markers, at the places where they stand now. */
import type { MarkedComment } from '../markers/index.ts';
import type { LastSeenFile, PlacedMarker } from '../stores/last-seen.ts';
import type { InlineComments } from '../stores/review-stores.ts';

import type { MarkdownFile } from './markdown-file.ts';
import { markersAt, placedMarkers, placingIn } from './placing.ts';

export class FileComments implements InlineComments {
  readonly #file: MarkdownFile;
  readonly #lastSeen: LastSeenFile;
  #comments: ReadonlyMap<string, MarkedComment> = new Map();

  constructor(file: MarkdownFile, lastSeen: LastSeenFile) {
    this.#file = file;
    this.#lastSeen = lastSeen;
  }

  get comments(): ReadonlyMap<string, MarkedComment> {
    return this.#comments;
  }

  /** Takes them out of what was last read of the file. */
  read(): void {
    const { text, blocks, marked } = this.#file;
    const seen = this.#lastSeen.read();
    const comments = placedMarkers(marked, seen.placed, placingIn(text, blocks, seen.text));
    this.#comments = new Map(comments.map((comment) => [comment.id, comment]));
  }

  write(comments: readonly MarkedComment[]): void {
    this.save(this.#file.text, comments);
  }

  /** Another text; the anchors count in it. */
  save(text: string, comments: readonly MarkedComment[]): void {
    this.#file.write(text, comments);
    const given = new Map(comments.map((comment) => [comment.id, comment]));
    this.#comments = new Map(
      this.#file.marked.map(({ id, ...read }) => [id, given.get(id) ?? { id, ...read }]),
    );
    this.remember();
  }

  /** Other processes go on from these places, which only makes sense in the text they stand in. */
  remember(): void {
    if (this.#lastSeen.read().text === this.#file.text) this.#lastSeen.write({ placed: this.placed() });
  }

  placed(): Record<string, PlacedMarker> {
    return markersAt(this.#file.marked, this.#comments);
  }
}
