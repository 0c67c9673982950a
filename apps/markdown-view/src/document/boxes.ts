/** The vertical position of each comment's text, and changes of it. */
import type { BlockList, Entry } from './block-list.ts';
import { type Painter, spanOf } from './painter.ts';
import type { Box, PaintedComment } from './panel-types.ts';

export function boxesOf(
  comments: readonly PaintedComment[],
  list: BlockList,
  painter: Painter,
  article: HTMLElement,
): Map<string, Box> {
  const { top } = article.getBoundingClientRect();
  const boxes = new Map<string, Box>();
  for (const comment of comments) {
    const box = comment.anchorState === 'placed' ? boxOf(comment, list, painter) : null;
    if (box !== null) boxes.set(comment.id, { top: box.top - top, bottom: box.bottom - top });
  }
  return boxes;
}

function boxOf(comment: PaintedComment, list: BlockList, painter: Painter): Box | null {
  const { start, end } = spanOf(comment);
  const [first] = list.within(start, Math.max(end, start + 1));
  if (first === undefined) return null;
  const ranges = painter.rangesOf(comment.id);
  if (!isLaidOut(first) || ranges.length === 0) return estimated(first, start, list);
  const lines = ranges.flatMap((range) => [...range.getClientRects()]).filter(({ height }) => height > 0);
  if (lines.length === 0) return first.element.getBoundingClientRect();
  return {
    top: Math.min(...lines.map((line) => line.top)),
    bottom: Math.max(...lines.map((line) => line.bottom)),
  };
}

/** Measuring a block that the browser skips would force its layout, for a large file one group after the other. */
function isLaidOut({ rendered, element }: Entry): boolean {
  return rendered && element.checkVisibility({ contentVisibilityAuto: true });
}

/** Estimates the position from where the text begins in its group. */
function estimated(entry: Entry, start: number, list: BlockList): Box | null {
  const chunk = list.chunkOf(entry);
  const from = chunk?.members[0]?.block.start ?? 0;
  const to = chunk?.members.at(-1)?.block.end ?? 0;
  if (chunk === null || to <= from) return null;
  const { top, height } = chunk.element.getBoundingClientRect();
  const at = top + height * Math.max(0, (start - from) / (to - from));
  return { top: at, bottom: at + 24 };
}

/** Calls `onChange` at most once per frame, after anything that moves text. */
export function followLayout(article: HTMLElement, onChange: () => void) {
  let frame = 0;
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  };
  const sizes = new ResizeObserver(soon);
  sizes.observe(article);
  // A block near the viewport is laid out, and then its lines can be measured.
  article.addEventListener('contentvisibilityautostatechange', soon, true);
  article.addEventListener('load', soon, true);
  article.addEventListener('toggle', soon, true);
  return {
    soon,
    close: () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      article.removeEventListener('contentvisibilityautostatechange', soon, true);
      article.removeEventListener('load', soon, true);
      article.removeEventListener('toggle', soon, true);
    },
  };
}
