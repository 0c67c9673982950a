/** Finds the text at a point. */
import { linesOf } from './lines.ts';

export interface ClickableText {
  readonly id: string;
  readonly ranges: readonly Range[];
}

export interface Click {
  readonly x: number;
  readonly y: number;
  /** The topmost node at that point: a text below an open dialog is not clicked. */
  readonly target: Node;
}

/** Of several overlapping texts the shortest one, because the others can be clicked beside it. */
export function findClickedText(texts: readonly ClickableText[], hit: Click): string | null {
  const hits = texts.filter(({ ranges }) => ranges.some((range) => isClicked(range, hit)));
  const [first] = hits.toSorted((left, right) => lengthOf(left) - lengthOf(right));
  return first?.id ?? null;
}

// Covers the gap between two lines.
const lineGapPx = 3;

function isClicked(range: Range, { x, y, target }: Click): boolean {
  if (!range.intersectsNode(target)) return false;
  const around = range.getBoundingClientRect();
  if (y < around.top - lineGapPx || y > around.bottom + lineGapPx) return false;
  return linesOf(range).some(
    ({ left, right, top, bottom }) =>
      x >= left && x <= right && y >= top - lineGapPx && y <= bottom + lineGapPx,
  );
}

function lengthOf({ ranges }: ClickableText): number {
  return ranges.reduce((sum, range) => sum + range.toString().length, 0);
}
