/** Finds the part of the source that a target names. */
import type { ViewTarget } from '@annotate-mcp/markdown';

import type { BlockList } from './block-list.ts';
import type { Span } from './block-map.ts';
import { offsetsOf, visible } from './block-text.ts';
import { spanOf } from './painter.ts';
import type { PaintedComment } from './panel-types.ts';
import type { Scrolling } from './scroll.ts';

/** `null` when the document does not contain the target. */
export function spanOfTarget(
  target: ViewTarget,
  list: BlockList,
  comments: readonly PaintedComment[],
): Span | null {
  if ('commentId' in target) {
    const comment = comments.find(({ id }) => id === target.commentId);
    return comment?.anchorState === 'placed' ? spanOf(comment) : null;
  }
  if ('blockId' in target) return list.blocks().find(({ id }) => id === target.blockId) ?? null;
  if ('quote' in target) return quoted(target.quote, list);
  return lines(list, target.lineStart, target.lineEnd);
}

/** Scrolls to the lines of the span where they are known, else to its block. */
export function bringSpan(
  span: Span,
  list: BlockList,
  scrolling: Scrolling,
  unfold: (node: Node) => void,
): void {
  const [entry] = list.within(span.start, span.end);
  if (entry === undefined) return;
  const map = list.mapOf(entry);
  unfold(map.rangeOf(span)?.startContainer ?? entry.element);
  // A range collapses when its block is rendered again, so it is read for each frame.
  scrolling.bring(() => {
    const box = (entry.map ?? map).rangeOf(span)?.getBoundingClientRect();
    return box === undefined || box.height === 0 ? entry.element.getBoundingClientRect() : box;
  }, true);
}

function lines(list: BlockList, first: number, last: number): Span | null {
  const found = list.blocks().filter(({ lineStart, lineEnd }) => lineStart <= last && lineEnd >= first);
  const [top] = found;
  const bottom = found.at(-1);
  if (top === undefined || bottom === undefined) return null;
  const starts = [
    0,
    ...[...list.text().matchAll(/\r\n?|\n/g)].map(({ index, 0: ending }) => index + ending.length),
  ];
  const start = Math.max(top.start, starts[first - 1] ?? 0);
  const end = Math.min(bottom.end, starts[last] ?? list.text().length);
  return start < end ? { start, end } : { start: top.start, end: bottom.end };
}

/** Searches the quote as it is in the file, then without white space, then in the rendered words. */
function quoted(quote: string, list: BlockList): Span | null {
  const text = list.text();
  const words = visible(quote);
  if (words === '') return null;
  const exact = text.indexOf(quote);
  if (exact !== -1) return { start: exact, end: exact + quote.length };
  const loose = visible(text).indexOf(words);
  if (loose !== -1) return offsetsOf(text, loose, loose + words.length);
  for (const entry of list.entries()) {
    list.ensure(entry);
    if (!visible(entry.element.textContent).includes(words)) continue;
    const map = list.mapOf(entry);
    const at = map.text.words.indexOf(words);
    if (at !== -1) return map.sourceOf(at, at + words.length);
  }
  return null;
}
