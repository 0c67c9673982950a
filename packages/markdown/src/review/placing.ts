/** Where comments stand in the text as it is now. */
import { isDeepStrictEqual } from 'node:util';

import { type MarkdownAnchor, type MarkdownAnnotation, reanchor } from '@annotate-mcp/core';

import { anchorAt, type Block, createReanchor, type MarkdownComment } from '../document/index.ts';
import type { MarkedComment } from '../markers/index.ts';
import { isComment } from '../stores/comments.ts';
import type { PlacedMarker } from '../stores/last-seen.ts';

export type Placed = Pick<MarkdownAnnotation, 'anchor' | 'anchorState'>;
export type Place = (before: Placed) => Placed;

/**
 * Brings anchors into this text from the one that was seen last. Gives the same for the same, so that all processes
 * agree. An anchor that does not stand in the last seen text came from elsewhere (a merge, an older view), and is
 * searched for without it.
 */
export function placingIn(text: string, blocks: readonly Block[], lastSeen: string | null): Place {
  // Made when first needed: mostly every comment stands where it stood.
  const follow = once(() => createReanchor(text, blocks, lastSeen ?? undefined));
  const find = once(() => createReanchor(text, blocks));
  const words = once(() => wordsOf(text));
  const wordsBefore = once(() => wordsOf(lastSeen ?? ''));
  // Compared once: it is as long as the file.
  const isSame = lastSeen === text;
  return (before) => {
    const { anchor, anchorState } = before;
    // In the same text nothing comes back.
    if (anchorState !== 'placed' && isSame) return before;
    if (anchorState !== 'placed') return revived(before);
    if (isSame && standsIn(text, anchor)) return before;
    // Nobody knows what stood there before, so that its own words have to.
    if (lastSeen === null && standsIn(text, anchor) && reads(text, anchor)) return before;
    return lastSeen !== null && standsIn(lastSeen, anchor) ? follow()(anchor) : find()(anchor);
  };

  /** Only its very words bring it back: its offsets are of an older text, where by now something similar may stand. */
  function revived(before: Placed): Placed {
    const { quote } = before.anchor;
    const has = timesIn(words(), wordsOf(quote));
    if (has === 0) return before;
    if (before.anchorState === 'stale' && lastSeen !== null) {
      // Copies that stood there all the time are not its text returning.
      const had = timesIn(wordsBefore(), wordsOf(quote));
      if (has <= had) return before;
      const only = had === 0 ? onlyPlaceOf(text, quote) : null;
      if (only !== null)
        return { anchor: { ...anchorAt(text, blocks, only.start, only.end), quote }, anchorState: 'placed' };
    }
    const now = find()(before.anchor);
    if (now.anchorState !== 'placed') return now;
    const { char_start, char_end } = now.anchor;
    return wordsOf(text.slice(char_start, char_end)) === wordsOf(quote) ? now : before;
  }
}

/** Where a text has so many words once, that is the place, whatever stands around it. */
function onlyPlaceOf(text: string, quote: string): { start: number; end: number } | null {
  const start = text.indexOf(quote);
  const isOnly = start !== -1 && quote.length >= telling && start === text.lastIndexOf(quote);
  return isOnly ? { start, end: start + quote.length } : null;
}

function reads(text: string, { char_start, char_end, quote }: MarkdownAnchor): boolean {
  return text.slice(char_start, char_end) === quote;
}

function timesIn(text: string, words: string): number {
  return words === '' ? 0 : text.split(words).length - 1;
}

/** Whether the anchor was made for this text: its context is what stands around it, and short only at the ends. */
function standsIn(text: string, anchor: MarkdownAnchor): boolean {
  const { char_start, char_end, context_before: before, context_after: after } = anchor;
  const isFirst = char_start === before.length;
  const isLast = char_end + after.length === text.length;
  return (
    (isFirst || (before.length >= telling && char_start > before.length)) &&
    (isLast || after.length >= telling) &&
    text.startsWith(before, char_start - before.length) &&
    text.startsWith(after, char_end)
  );
}

// Characters; a full context has about four times as many.
const telling = 30;

function wordsOf(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ');
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The same object when it stands where it stood. */
export function placedAnew(comment: MarkdownComment, place: Place): MarkdownComment {
  return placedAt(comment, place(comment));
}

export function placedAt(comment: MarkdownComment, { anchor, anchorState }: Placed): MarkdownComment {
  const after = reanchor(comment, { type: 'system' }, { anchor, anchorState });
  return isComment(after) ? after : comment;
}

/**
 * Comments out of markers. The codec has moved each anchor along with its marker; one that did not move was followed
 * before, and is followed on from there.
 */
export function placedMarkers(
  marked: readonly MarkedComment[],
  known: Readonly<Record<string, PlacedMarker>>,
  place: Place,
): MarkedComment[] {
  return marked.map((comment) => {
    const before = known[comment.id];
    const isKnown = before !== undefined && isDeepStrictEqual(before.written, comment.anchor);
    const { anchor, anchorState } = place(isKnown ? before : comment);
    return { ...comment, anchor, anchorState };
  });
}

/** To be remembered for the next time. */
export function markersAt(
  marked: readonly MarkedComment[],
  placed: ReadonlyMap<string, Placed>,
): Record<string, PlacedMarker> {
  return Object.fromEntries(
    marked.flatMap(({ id, anchor: written }) => {
      const now = placed.get(id);
      if (now === undefined) return [];
      const marker: PlacedMarker = { written, anchor: now.anchor, anchorState: now.anchorState };
      return [[id, marker]];
    }),
  );
}
