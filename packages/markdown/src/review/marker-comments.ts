/** Comments in the file's own markers, with their current placements. */
import { isDeepStrictEqual } from 'node:util';

import { withoutFingerprint } from '@annotate-mcp/core';

import type { MarkedComment } from '../markers/index.ts';
import type { InlineComments } from '../stores/comment-stores.ts';
import type { PlacedAnchor } from '../stores/comments.ts';
import type { LastSeenFile, MarkerPlacement } from '../stores/last-seen.ts';

import type { MarkdownFile } from './markdown-file.ts';
import { createPlacer, type Placer } from './place-anchors.ts';

export class MarkerComments implements InlineComments {
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

  /** From the text that was last read of the file. */
  read(): void {
    const { text, blocks, marked } = this.#file;
    const seen = this.#lastSeen.read();
    const comments = placeMarkerComments(marked, seen.placed, createPlacer(text, blocks, seen.text));
    this.#comments = new Map(comments.map((comment) => [comment.id, comment]));
  }

  write(comments: readonly MarkedComment[]): void {
    this.writeWithText(this.#file.text, comments);
  }

  /** The anchors count in `text`. */
  writeWithText(text: string, comments: readonly MarkedComment[]): void {
    this.#file.write(text, comments);
    const given = new Map(comments.map((comment) => [comment.id, comment]));
    this.#comments = new Map(
      this.#file.marked.map(({ id, ...read }) => [id, given.get(id) ?? { id, ...read }]),
    );
    this.savePlacements();
  }

  /** Other processes continue from these placements, which are valid only in the text that they were made for. */
  savePlacements(): void {
    if (this.#lastSeen.read().text === this.#file.text) this.#lastSeen.write({ placed: this.placements() });
  }

  placements(): Record<string, MarkerPlacement> {
    return markerPlacements(this.#file.marked, this.#comments);
  }
}

/**
 * Comments of markers with their placements. Reading the markers has shifted each anchor along with its marker; an
 * anchor that was not shifted since `known` continues from the placement there.
 */
function placeMarkerComments(
  marked: readonly MarkedComment[],
  known: Readonly<Record<string, MarkerPlacement>>,
  place: Placer,
): MarkedComment[] {
  return marked.map((comment) => {
    const before = known[comment.id];
    const isKnown = before !== undefined && isDeepStrictEqual(before.written, comment.anchor);
    const { anchor, anchorState } = place(isKnown ? before : comment);
    return { ...comment, anchor: withoutFingerprint(anchor), anchorState };
  });
}

/** What `placeMarkerComments` gets as `known` the next time. */
function markerPlacements(
  marked: readonly MarkedComment[],
  placed: ReadonlyMap<string, PlacedAnchor>,
): Record<string, MarkerPlacement> {
  return Object.fromEntries(
    marked.flatMap(({ id, anchor: written }) => {
      const now = placed.get(id);
      if (now === undefined) return [];
      const marker: MarkerPlacement = { written, anchor: now.anchor, anchorState: now.anchorState };
      return [[id, marker]];
    }),
  );
}
