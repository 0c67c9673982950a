import type { Box, Picked } from '../state/state.ts';
import { firstWithBox } from '../tracking/read-position.ts';
import { boxAround } from '../ui/position.ts';
import { boxOf } from '../window/frame-box.ts';

/** The box of the element, or of what it shows where it has none itself, for example around a dialog. */
export function boxOfElement(element: Element): Box {
  return boxOf(firstWithBox(element, window) ?? element, window);
}

/** The current box. A dragged area keeps its offset to the element, and scrolls with it. */
export function boxOfPicked({ area, element }: Picked): Box {
  const now = boxOfElement(element);
  if (area === undefined) return now;
  const { x, y } = offsets.get(area) ?? { x: area.x - now.x, y: area.y - now.y };
  offsets.set(area, { x, y });
  return { ...area, x: now.x + x, y: now.y + y };
}

/** Offset of an area from its element when it was first drawn. */
const offsets = new WeakMap<Box, { readonly x: number; readonly y: number }>();

/** The box around a passage; `null` while it is not visible. */
export function boxOfRanges(ranges: readonly Range[]): Box | null {
  return boxAround(
    ranges
      .map((range) => range.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 || height > 0)
      .map(({ x, y, width, height }) => ({ x, y, width, height })),
  );
}

/** The box beside which a panel opens: the last line of a passage that fills the screen. */
export function boxBeside(ranges: readonly Range[]): Box | null {
  const box = boxOfRanges(ranges);
  if (box === null || box.height < innerHeight / 3) return box;
  const last = ranges.flatMap((range) => [...range.getClientRects()]).findLast(({ width }) => width > 0);
  if (last === undefined) return box;
  const { x, y, width, height } = last;
  return { x, y, width, height };
}
