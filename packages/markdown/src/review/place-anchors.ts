/** Finds the placement of anchors in the text as it is now. */
import { isWholeDocument, type MarkdownAnchor, reanchor, withoutFingerprint } from '@annotate-mcp/core';

import { anchorAt, type Block, createReanchor } from '../document/index.ts';
import { isComment, type PlacedAnchor } from '../stores/comments.ts';
import type { MarkdownComment } from '../view-messages.ts';

export type Placer = (before: PlacedAnchor) => PlacedAnchor;

/**
 * Moves anchors from the text that was seen last into this text. The same input always has the same result, so that
 * all processes agree. An anchor that does not fit the last seen text came from elsewhere (a merge, an older view), and
 * is searched for without it.
 */
export function createPlacer(text: string, blocks: readonly Block[], lastSeen: string | null): Placer {
  // Computed when first needed: most comments are where they were.
  const follow = once(() => createReanchor(text, blocks, lastSeen ?? undefined));
  const search = once(() => createReanchor(text, blocks));
  const words = once(() => normalizeSpace(text));
  const wordsBefore = once(() => normalizeSpace(lastSeen ?? ''));
  // Compared once: it is as long as the file.
  const isSameText = lastSeen === text;
  let searchesLeft = mostSearchedLength / (text.length + 1);
  return (before) => {
    const { anchor, anchorState } = before;
    if (isWholeDocument(anchor)) return { anchor, anchorState: 'placed' };
    // A lost passage cannot reappear in the same text.
    if (anchorState !== 'placed' && isSameText) return before;
    if (anchorState !== 'placed') return restore(before);
    if (isSameText && isAnchorOf(text, anchor)) return before;
    // Without a last seen text the context alone is no proof: the quote has to be there too.
    if (lastSeen === null && isAnchorOf(text, anchor) && hasQuote(text, anchor)) return before;
    if (lastSeen !== null && isAnchorOf(lastSeen, anchor)) return follow()(anchor);
    return searchesLeft-- > 0 ? search()(anchor) : { anchor, anchorState: 'stale' };
  };

  /** Only the quote itself places it again: its offsets are of an older text, where by now similar words may be. */
  function restore(before: PlacedAnchor): PlacedAnchor {
    if (searchesLeft-- <= 0) return before;
    const { quote } = before.anchor;
    const countNow = countIn(words(), normalizeSpace(quote));
    if (countNow === 0) return before;
    if (before.anchorState === 'stale' && lastSeen !== null) {
      // Copies that were in the last seen text too are not the lost passage.
      const countBefore = countIn(wordsBefore(), normalizeSpace(quote));
      if (countNow <= countBefore) return before;
      const only = countBefore === 0 ? onlyOccurrence(text, quote) : null;
      if (only !== null)
        return { anchor: { ...anchorAt(text, blocks, only.start, only.end), quote }, anchorState: 'placed' };
    }
    const found = search()(withoutFingerprint(before.anchor));
    if (found.anchorState !== 'placed') return { ...before, anchorState: found.anchorState };
    const { char_start, char_end } = found.anchor;
    return normalizeSpace(text.slice(char_start, char_end)) === normalizeSpace(quote) ? found : before;
  }
}

/**
 * In characters, all searches together: some seconds. Only a file made for that has so many comments whose passages are
 * not where they were; those beyond stay stale.
 */
const mostSearchedLength = 500_000_000;

/** A quote this long that occurs once is the passage, whatever its context is now. */
function onlyOccurrence(text: string, quote: string): { start: number; end: number } | null {
  const start = text.indexOf(quote);
  const isOnly = start !== -1 && quote.length >= distinctiveLength && start === text.lastIndexOf(quote);
  return isOnly ? { start, end: start + quote.length } : null;
}

function hasQuote(text: string, { char_start, char_end, quote }: MarkdownAnchor): boolean {
  return text.slice(char_start, char_end) === quote;
}

function countIn(text: string, words: string): number {
  return words === '' ? 0 : text.split(words).length - 1;
}

/** Whether the anchor was made for this text: the text has its context, which is short only at the ends of the text. */
function isAnchorOf(text: string, anchor: MarkdownAnchor): boolean {
  const { char_start, char_end, context_before: before, context_after: after } = anchor;
  const isFirst = char_start === before.length;
  const isLast = char_end + after.length === text.length;
  return (
    (isFirst || (before.length >= distinctiveLength && char_start > before.length)) &&
    (isLast || after.length >= distinctiveLength) &&
    text.startsWith(before, char_start - before.length) &&
    text.startsWith(after, char_end)
  );
}

/** In characters; a full context has about four times as many. */
const distinctiveLength = 30;

function normalizeSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ');
}

function once<T>(compute: () => T): () => T {
  let computed: { value: T } | null = null;
  return () => (computed ??= { value: compute() }).value;
}

/** Returns the same object when the placement is unchanged. */
export function withCurrentPlacement(comment: MarkdownComment, place: Placer): MarkdownComment {
  return withPlacement(comment, place(comment));
}

function withPlacement(comment: MarkdownComment, { anchor, anchorState }: PlacedAnchor): MarkdownComment {
  const after = reanchor(comment, { type: 'system' }, { anchor, anchorState });
  return isComment(after) ? after : comment;
}
