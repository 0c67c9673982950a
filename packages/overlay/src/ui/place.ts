/** Where things go on the screen. Pure: boxes in, places out, CSS pixels of the viewport. */
import type { BadgePosition } from '../state/badge-position.ts';
import type { Box } from '../state/state.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Side = 'right' | 'left' | 'below' | 'above' | 'over';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

const gap = 12;
const margin = 8;

/**
 * Beside the box and inside the viewport; towards the end of the line first, or last where that line is being read.
 * Only where the box leaves no room on any side does the panel stand `over` it, in the corner that covers least.
 */
export function placePanel(box: Box, panel: Size, viewport: Size, rtl = false, inText = false): Place {
  const inLine: readonly Side[] = rtl ? ['left', 'right'] : ['right', 'left'];
  const sides: readonly Side[] = inText ? ['below', 'above', ...inLine] : [...inLine, 'below', 'above'];
  for (const side of sides) {
    const place = { ...inside(beside(box, panel, side), panel, viewport), side };
    if (!overlap({ ...place, ...panel }, box)) return place;
  }
  const [start, end] = rtl ? [viewport.width, 0] : [0, viewport.width];
  const corners = [viewport.height, 0].flatMap((y) =>
    [end, start].map((x) => inside({ x, y }, panel, viewport)),
  );
  const covered = corners.map((corner) => overlapArea({ ...corner, ...panel }, box));
  const least = corners[covered.indexOf(Math.min(...covered))] ?? { x: margin, y: margin };
  return { ...least, side: 'over' };
}

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/** Above the box; below it, or inside its upper edge, where there is no room. */
export function placeLabel(box: Box, label: Size, viewport: Size): Place {
  const above = box.y - label.height - 4;
  const below = box.y + box.height + 4;
  const fitsBelow = below + label.height <= viewport.height;
  const [y, side]: [number, Side] =
    above >= 0 ? [above, 'above'] : fitsBelow ? [below, 'below'] : [Math.max(box.y, 0) + 4, 'over'];
  const x = clamp(box.x, 4, viewport.width - label.width - 4);
  return { x, y: clamp(y, 0, viewport.height - label.height), side };
}

/** Badges of what reaches to the edge of the screen, or beyond it, are whole and on the screen with it. */
export function insideView(positions: readonly BadgePosition[], viewport: Size): BadgePosition[] {
  return positions.map((position) => {
    if (position.offscreen) return position;
    const x = clamp(position.x, badgeRoom, viewport.width - badgeRoom);
    return { ...position, x, y: clamp(position.y, badgeRoom, viewport.height - badgeRoom) };
  });
}

/** Half a badge with its ring. */
const badgeRoom = 14;

/** One badge, or several that would lie on each other. */
export interface BadgeStack {
  readonly ids: readonly [string, ...string[]];
  readonly x: number;
  readonly y: number;
  /** Of all of them. */
  readonly offscreen: boolean;
}

/** Badges nearer than `size` share the place of the first; order is kept, so a stack does not jump while scrolling. */
export function stackBadges(positions: readonly BadgePosition[], size = 22): BadgeStack[] {
  const stacks: BadgeStack[] = [];
  for (const { id, x, y, offscreen } of positions) {
    const at = stacks.findIndex((stack) => Math.abs(stack.x - x) < size && Math.abs(stack.y - y) < size);
    const met = stacks[at];
    if (met === undefined) stacks.push({ ids: [id], x, y, offscreen });
    else stacks[at] = { ...met, ids: [...met.ids, id], offscreen: met.offscreen && offscreen };
  }
  return stacks;
}

function beside(box: Box, panel: Size, side: Side): { x: number; y: number } {
  switch (side) {
    case 'right':
      return { x: box.x + box.width + gap, y: box.y };
    case 'left':
      return { x: box.x - panel.width - gap, y: box.y };
    case 'below':
      return { x: box.x, y: box.y + box.height + gap };
    default:
      return { x: box.x, y: box.y - panel.height - gap };
  }
}

function inside(point: { x: number; y: number }, panel: Size, viewport: Size): { x: number; y: number } {
  return {
    x: clamp(point.x, margin, viewport.width - panel.width - margin),
    y: clamp(point.y, margin, viewport.height - panel.height - margin),
  };
}

function overlap(a: Box, b: Box): boolean {
  return overlapArea(a, b) > 0;
}

function overlapArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** The lower bound wins: what is larger than the screen starts at its edge. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
