import type { Box, Picked } from '../state/state.ts';
import { boxAround } from '../ui/position.ts';

import { boxOf } from './frames.ts';

/** Of the component, or of what is pointed at in it where the component has none: all of it is in a dialog, say. */
export function boxOfHost(host: Element, element: Element): Box {
  const box = boxOf(host, window);
  return box.width > 0 && box.height > 0 ? box : boxOf(element, window);
}

/** Where it is now. An area was dragged on what is below it, and goes along when that is scrolled. */
export function boxOfPicked({ area, host, element }: Picked): Box {
  const now = boxOfHost(host, element);
  if (area === undefined) return now;
  const { x, y } = offsets.get(area) ?? { x: area.x - now.x, y: area.y - now.y };
  offsets.set(area, { x, y });
  return { ...area, x: now.x + x, y: now.y + y };
}

/** From the corner of its host, as it was when it was first drawn. */
const offsets = new WeakMap<Box, { readonly x: number; readonly y: number }>();

/** Around all of a passage; `null` while nothing of it is shown. */
export function boxOfRanges(ranges: readonly Range[]): Box | null {
  return boxAround(
    ranges
      .map((range) => range.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 || height > 0)
      .map(({ x, y, width, height }) => ({ x, y, width, height })),
  );
}

/** What a panel stands beside: of a passage that fills the screen, its last line. */
export function boxBeside(ranges: readonly Range[]): Box | null {
  const box = boxOfRanges(ranges);
  if (box === null || box.height < innerHeight / 3) return box;
  const last = ranges.flatMap((range) => [...range.getClientRects()]).findLast(({ width }) => width > 0);
  if (last === undefined) return box;
  const { x, y, width, height } = last;
  return { x, y, width, height };
}
