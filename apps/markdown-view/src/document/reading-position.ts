/** What is at the upper edge of the window: the reader's position, and the heading that it is below. */
import type { BlockList, Entry } from './block-list.ts';
import type { ReadingPosition } from './panel-types.ts';
import { seenIn } from './scroll.ts';

/** `null` while nothing is shown. */
export function positionOf(list: BlockList, scroller: Element | null): ReadingPosition | null {
  const entry = entryAtTop(list, scroller, 0);
  if (entry === null) return null;
  const { top } = seenIn(scroller);
  return { blockId: entry.block.id, offset: Math.round(top - entry.element.getBoundingClientRect().top) };
}

/** Below the upper edge, in pixels: a heading that is scrolled to is above this line. */
const headingLine = 64;

/** The block id of the nearest heading at or above the upper edge of the window. */
export function currentHeading(list: BlockList, scroller: Element | null): string | null {
  const entry = entryAtTop(list, scroller, headingLine);
  const entries = list.entries();
  const before = entry === null ? [] : entries.slice(0, entries.indexOf(entry) + 1);
  return before.findLast(({ block }) => /^h[1-6]$/.test(block.kind))?.block.id ?? null;
}

/** Only blocks of one chunk are measured: measuring others would force their layout. */
function entryAtTop(list: BlockList, scroller: Element | null, below: number): Entry | null {
  const line = seenIn(scroller).top + below;
  const reaches = (element: Element) => {
    const { bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > line;
  };
  const chunk = list.chunks().find(({ element }) => reaches(element));
  return chunk?.members.find(({ element }) => reaches(element)) ?? chunk?.members.at(-1) ?? null;
}
