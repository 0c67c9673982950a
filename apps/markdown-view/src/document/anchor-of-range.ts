/** Finds the part of the source that a selected range shows. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import { anchorAt } from '@annotate-mcp/markdown';

import type { BlockList, Entry } from './block-list.ts';
import type { Side } from './block-text.ts';

/** `null` when the range contains no text of the document, or only white space. */
export function anchorOfRange(list: BlockList, article: HTMLElement, selected: Range): MarkdownAnchor | null {
  if (selected.collapsed || !selected.intersectsNode(article)) return null;
  const range = clampToArticle(article, selected);
  const entries = list.entries();
  const first = indexAt(list, range.startContainer, range.startOffset, 'start');
  const last = indexAt(list, range.endContainer, range.endOffset, 'end');
  if (first === -1) return null;
  const start = startOf(list, entries.slice(first, last + 1), range);
  const end = endOf(list, entries.slice(first, last + 1), range);
  if (start === null || end === null || start >= end) return null;
  const anchor = anchorAt(list.text(), list.blocks(), start, end);
  return anchor.quote.trim() === '' ? null : anchor;
}

/** Cuts the range to the document: a selection may begin or end outside it. */
function clampToArticle(article: HTMLElement, selected: Range): Range {
  const range = new Range();
  range.selectNodeContents(article);
  if (article.contains(selected.startContainer))
    range.setStart(selected.startContainer, selected.startOffset);
  if (article.contains(selected.endContainer)) range.setEnd(selected.endContainer, selected.endOffset);
  return range;
}

function indexAt(list: BlockList, node: Node, offset: number, side: Side): number {
  const entries = list.entries();
  const own = list.entryOf(node);
  if (own !== null) return entries.indexOf(own);
  // Between two blocks a start belongs to the next one, an end to the one before.
  const place = new Range();
  place.setStart(node, offset);
  return side === 'start'
    ? entries.findIndex(({ element }) => place.comparePoint(element, 0) >= 0)
    : entries.findLastIndex(({ element }) => place.comparePoint(element, 0) < 0);
}

/** The start in the first block with selected words. A selection may begin after the last word of a block. */
function startOf(list: BlockList, entries: readonly Entry[], range: Range): number | null {
  for (const entry of entries) {
    const span = spanIn(list, entry, range);
    if (span !== null) return span.start;
  }
  return null;
}

/** The end in the last block with selected words. A triple click selects up to the beginning of the next block. */
function endOf(list: BlockList, entries: readonly Entry[], range: Range): number | null {
  for (const entry of entries.toReversed()) {
    const span = spanIn(list, entry, range);
    if (span !== null) return span.end;
  }
  return null;
}

function spanIn(list: BlockList, entry: Entry, range: Range) {
  const { element, block } = entry;
  const { text, sourceOf, pictures } = list.mapOf(entry);
  const startsHere = element.contains(range.startContainer);
  const endsHere = element.contains(range.endContainer);
  const start = startsHere ? text.countAt(range.startContainer, range.startOffset, 'start') : 0;
  const end = endsHere ? text.countAt(range.endContainer, range.endOffset, 'end') : text.words.length;
  if (end > start) return sourceOf(start, end);
  // A picture or a rule has no words, but can be commented on too.
  const selected = pictures().filter((picture) => isWithin(range, picture.element));
  const [first] = selected;
  const last = selected.at(-1);
  if (first !== undefined && last !== undefined) return { start: first.span.start, end: last.span.end };
  return text.words === '' ? { start: block.start, end: block.end } : null;
}

function isWithin(range: Range, element: HTMLElement): boolean {
  const around = new Range();
  around.selectNode(element);
  return (
    range.compareBoundaryPoints(Range.START_TO_START, around) <= 0 &&
    range.compareBoundaryPoints(Range.END_TO_END, around) >= 0
  );
}
