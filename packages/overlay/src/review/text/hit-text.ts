/** Which text was clicked. Asked for clicks only, never while the pointer moves. */
import { linesOf } from './lines.ts';

export interface Hittable {
  readonly id: string;
  readonly ranges: readonly Range[];
}

export interface Hit {
  readonly x: number;
  readonly y: number;
  /** What is on top there: a text below an open dialog is not hit. */
  readonly target: Node;
}

/** Of several that lie on each other, the shortest: the others can be hit beside it. */
export function hitText(texts: readonly Hittable[], hit: Hit): string | null {
  const hits = texts.filter(({ ranges }) => ranges.some((range) => isAt(range, hit)));
  const [first] = hits.toSorted((left, right) => lengthOf(left) - lengthOf(right));
  return first?.id ?? null;
}

// The gap between two lines.
const reach = 3;

function isAt(range: Range, { x, y, target }: Hit): boolean {
  if (!range.intersectsNode(target)) return false;
  return linesOf(range).some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top - reach && y <= bottom + reach,
  );
}

function lengthOf({ ranges }: Hittable): number {
  return ranges.reduce((sum, range) => sum + range.toString().length, 0);
}
