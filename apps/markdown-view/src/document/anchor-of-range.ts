/** What of the source somebody selected. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import { anchorAt } from '@annotate-mcp/markdown';

import type { BlockList, Entry } from './block-list.ts';
import type { Side } from './block-text.ts';

/** `null` when nothing of the document is in it, or only white space. */
export function anchorOfRange(list: BlockList, article: HTMLElement, selected: Range): MarkdownAnchor | null {
  if (selected.collapsed || !selected.intersectsNode(article)) return null;
  const range = within(article, selected);
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

/** A selection may begin or end beside the document. */
function within(article: HTMLElement, selected: Range): Range {
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
  // Between blocks: the next one for a start, the one before for an end.
  const place = new Range();
  place.setStart(node, offset);
  return side === 'start'
    ? entries.findIndex(({ element }) => place.comparePoint(element, 0) >= 0)
    : entries.findLastIndex(({ element }) => place.comparePoint(element, 0) < 0);
}

/** Of the first block with selected words in it. A selection may begin after the last word of one. */
function startOf(list: BlockList, entries: readonly Entry[], range: Range): number | null {
  for (const entry of entries) {
    const span = spanIn(list, entry, range);
    if (span !== null) return span.start;
  }
  return null;
}

/** Of the last one. A triple click selects up to the very beginning of the next block. */
function endOf(list: BlockList, entries: readonly Entry[], range: Range): number | null {
  for (const entry of entries.toReversed()) {
    const span = spanIn(list, entry, range);
    if (span !== null) return span.end;
  }
  return null;
}

function spanIn(list: BlockList, entry: Entry, range: Range) {
  const { element, block } = entry;
  const { text, sourceOf } = list.mapOf(entry);
  const startsHere = element.contains(range.startContainer);
  const endsHere = element.contains(range.endContainer);
  const start = startsHere ? text.countAt(range.startContainer, range.startOffset, 'start') : 0;
  const end = endsHere ? text.countAt(range.endContainer, range.endOffset, 'end') : text.words.length;
  if (end > start) return sourceOf(start, end);
  // A rule or a picture has no words and can be meant all the same.
  return text.words === '' ? { start: block.start, end: block.end } : null;
}
