/** Positions on the screen, in CSS pixels of the viewport. Pure functions of boxes. */
import type { BadgePosition, Box } from '../state/state.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Side = 'right' | 'left' | 'below' | 'above' | 'over';

export interface PanelPosition {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

const gap = 12;
const margin = 8;

/**
 * Beside the box and inside the viewport: at the end of the line first, or last when the box is a text that is being
 * read. When no side has enough space, the panel is `over` the box, in the corner that covers the least of it.
 */
export function positionPanel(
  box: Box,
  panel: Size,
  viewport: Size,
  rtl = false,
  inText = false,
): PanelPosition {
  const inLine: readonly Side[] = rtl ? ['left', 'right'] : ['right', 'left'];
  const sides: readonly Side[] = inText ? ['below', 'above', ...inLine] : [...inLine, 'below', 'above'];
  for (const side of sides) {
    const position = { ...insideViewport(beside(box, panel, side), panel, viewport), side };
    if (!overlap({ ...position, ...panel }, box)) return position;
  }
  const [start, end] = rtl ? [viewport.width, 0] : [0, viewport.width];
  const corners = [viewport.height, 0].flatMap((y) =>
    [end, start].map((x) => insideViewport({ x, y }, panel, viewport)),
  );
  const covered = corners.map((corner) => overlapArea({ ...corner, ...panel }, box));
  const least = corners[covered.indexOf(Math.min(...covered))] ?? { x: margin, y: margin };
  return { ...least, side: 'over' };
}

/** A badge with its element, and the other badges on the screen. */
export interface BadgeSurroundings {
  readonly badge: Point;
  readonly element: Box;
  readonly others: readonly Point[];
}

/**
 * Beside the badge and inside the viewport. Of these places it takes one that covers nothing of the badge's element, or
 * else one after the words of the element, or else one beside the badge; and among those the first that covers the
 * fewest other badges. The panel is never further from the badge than its own height.
 */
export function positionAtBadge(
  { badge, element, others }: BadgeSurroundings,
  panel: Size,
  viewport: Size,
): PanelPosition {
  const marks = others.map(markOf);
  const place = (one: PanelPosition) => ({ ...one, ...insideViewport(one, panel, viewport) });
  const covers = (one: Point, box: Box) => overlap({ ...one, ...panel }, box);
  const coveredBy = (one: Point) => marks.filter((mark) => covers(one, mark));
  const besideElement = placesAtBadge(badge, element, panel).map(place);
  const besideMarks = besideElement.flatMap((one) =>
    coveredBy(one)
      .slice(0, maxCovered)
      .flatMap(({ y, height }) => [y + height, y - panel.height])
      .map((y) => place({ ...one, y })),
  );
  const near = [...besideElement, ...besideMarks].filter(
    (one) => distanceTo({ ...one, ...panel }, badge) < panel.height,
  );
  const over = placesOver(badge, panel).map(place);
  // The words end at the badge, where it is not at the corner of the element.
  const words = { ...element, width: badge.x - element.x };
  const [places = over] = [
    near.filter((one) => !covers(one, element)),
    near.filter((one) => !covers(one, words) && !covers(one, markOf(badge))).map(asOver),
    over.filter((one) => !covers(one, markOf(badge))),
  ].filter(({ length }) => length > 0);
  const covered = places.map((one) => coveredBy(one).length);
  return places[covered.indexOf(Math.min(...covered))] ?? { x: margin, y: margin, side: 'over' };
}

/** With more badges than these under a panel, no place beside one of them is free of the others. */
const maxCovered = 8;

function asOver({ x, y }: PanelPosition): PanelPosition {
  return { x, y, side: 'over' };
}

/** In the order of preference. Which of them are free is for the caller to find out. */
function placesAtBadge(badge: Point, element: Box, panel: Size): PanelPosition[] {
  const right = badge.x + badgeMargin + 4;
  const below = element.y + element.height + gap;
  const above = element.y - gap - panel.height;
  const ending = badge.x - panel.width;
  return [
    { x: right, y: badge.y - badgeMargin, side: 'right' },
    { x: ending, y: below, side: 'below' },
    { x: ending, y: above, side: 'above' },
    { x: element.x - gap - panel.width, y: element.y, side: 'left' },
    { x: right, y: badge.y + badgeMargin - panel.height, side: 'right' },
    { x: badge.x, y: below, side: 'below' },
    { x: badge.x, y: above, side: 'above' },
  ];
}

/** Over the element of the badge, beside the badge itself. */
function placesOver(badge: Point, panel: Size): PanelPosition[] {
  const right = badge.x + badgeMargin + 4;
  const left = badge.x - badgeMargin - 4 - panel.width;
  const ys = [badge.y + badgeMargin, badge.y - badgeMargin - panel.height];
  return ys.flatMap((y) => [right, left].map((x) => ({ x, y, side: 'over' as const })));
}

/** What a badge covers. */
function markOf({ x, y }: Point): Box {
  const size = 2 * badgeMargin;
  return { x: x - badgeMargin, y: y - badgeMargin, width: size, height: size };
}

function distanceTo({ x, y, width, height }: Box, point: Point): number {
  return Math.hypot(
    Math.max(x - point.x, 0, point.x - x - width),
    Math.max(y - point.y, 0, point.y - y - height),
  );
}

/** The smallest box that contains all boxes. */
export function boxAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/** Above the box; when there is no space, below it or inside its upper edge. */
export function positionLabel(box: Box, label: Size, viewport: Size): PanelPosition {
  const above = box.y - label.height - 4;
  const below = box.y + box.height + 4;
  const fitsBelow = below + label.height <= viewport.height;
  const [y, side]: [number, Side] =
    above >= 0 ? [above, 'above'] : fitsBelow ? [below, 'below'] : [Math.max(box.y, 0) + 4, 'over'];
  const x = clamp(box.x, 4, viewport.width - label.width - 4);
  return { x, y: clamp(y, 0, viewport.height - label.height), side };
}

/** Moves badges at the edge of the screen inwards, so that they are completely visible. */
export function insideView(positions: readonly BadgePosition[], viewport: Size): BadgePosition[] {
  return positions.map((position) => {
    if (position.offscreen) return position;
    const x = clamp(position.x, badgeMargin, viewport.width - badgeMargin);
    return { ...position, x, y: clamp(position.y, badgeMargin, viewport.height - badgeMargin) };
  });
}

/** Half the size of a badge with its ring, in pixels. */
const badgeMargin = 14;

/** One badge, or several that would cover each other. */
export interface BadgeStack {
  readonly ids: readonly [string, ...string[]];
  readonly x: number;
  readonly y: number;
  /** True when all of them are off screen. */
  readonly offscreen: boolean;
}

/**
 * A badge that would cover another one moves beside that one, along the upper edge of its own element. Badges of one
 * element, and those without such a place, are gathered at the first one. The order is unchanged, so badges do not jump
 * while scrolling.
 */
export function stackBadges(positions: readonly BadgePosition[]): BadgeStack[] {
  const stacks: (BadgeStack & { corner: Point })[] = [];
  for (const position of positions) {
    const { id, x, y, offscreen } = position;
    const corner = { x, y };
    const same = stacks.findIndex((stack) => isNear(stack.corner, corner, sameCorner));
    const covered = stacks.findIndex((stack) => isNear(stack, corner, badgeSize));
    const at = same === -1 ? covered : same;
    const met = stacks[at];
    const beside =
      met === undefined || same !== -1
        ? undefined
        : placesBeside(met, position).find((place) => !isCovering(place, stacks));
    if (met === undefined) stacks.push({ ids: [id], ...corner, offscreen, corner });
    else if (beside !== undefined) stacks.push({ ids: [id], ...beside, offscreen, corner });
    else stacks[at] = { ...met, ids: [...met.ids, id], offscreen: met.offscreen && offscreen };
  }
  return stacks.map(({ corner: _, ...stack }) => stack);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const badgeSize = 22;
/** Side by side there is a little space between two badges. */
const badgeStep = 24;
/** Elements whose corners are nearer than this look like one. */
const sameCorner = 4;
/** Further away from its corner, a badge is no longer seen as one of its element. */
const maxSteps = 3;

/** After the words first: a badge at the corner of its element has no place there. */
function placesBeside(other: Point, { x, y, box }: BadgePosition): Point[] {
  const [start, end] = box === undefined ? [x, x] : [box.x, box.x + box.width];
  return [badgeStep, -badgeStep]
    .flatMap((step) => Array.from({ length: maxSteps }, (_, at) => ({ x: other.x + (at + 1) * step, y })))
    .filter((place) => place.x >= start && place.x <= end);
}

function isCovering(place: Point, stacks: readonly BadgeStack[]): boolean {
  return place.x < badgeMargin || stacks.some((stack) => isNear(stack, place, badgeSize));
}

function isNear(a: Point, b: Point, distance: number): boolean {
  return Math.abs(a.x - b.x) < distance && Math.abs(a.y - b.y) < distance;
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

/** The nearest point at which the panel is inside the viewport. */
export function insideViewport(point: Point, panel: Size, viewport: Size): Point {
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

/** The lower bound takes precedence: a panel that is larger than the screen starts at its edge. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
