/** What a person draws on a picture. All numbers are pixels of the picture. */

export const tools = ['arrow', 'box', 'blur'] as const;
export type Tool = (typeof tools)[number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An arrow points to `to`; of a box and a blur these are opposite corners. */
export interface Shape {
  readonly tool: Tool;
  readonly from: Point;
  readonly to: Point;
}

/** The one that the keys begin with, in the middle. */
export function createShape(tool: Tool, { width, height }: Size): Shape {
  return {
    tool,
    from: { x: Math.round(width * 0.375), y: Math.round(height * 0.375) },
    to: { x: Math.round(width * 0.625), y: Math.round(height * 0.625) },
  };
}

/** Stops at the edge of the picture. */
export function moveShape(shape: Shape, by: Point, { width, height }: Size): Shape {
  const { from, to } = shape;
  const x = clamp(by.x, -Math.min(from.x, to.x), width - Math.max(from.x, to.x));
  const y = clamp(by.y, -Math.min(from.y, to.y), height - Math.max(from.y, to.y));
  return { ...shape, from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } };
}

/** Moves the end, which stops at the edge of the picture. */
export function resizeShape(shape: Shape, by: Point, size: Size): Shape {
  return { ...shape, to: pointInside({ x: shape.to.x + by.x, y: shape.to.y + by.y }, size) };
}

export function pointInside({ x, y }: Point, { width, height }: Size): Point {
  return { x: Math.round(clamp(x, 0, width)), y: Math.round(clamp(y, 0, height)) };
}

/** A click without a drag draws nothing. */
export function isTooSmall({ from, to }: Shape, size: Size): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) < lineWidth(size) * 2;
}

export function cornersOf({ from, to }: Shape) {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
}

/** The same to the eye on a small and on a large picture. */
export function lineWidth({ width, height }: Size): number {
  return Math.max(2, Math.round(Math.max(width, height) / 250));
}

/** For screen readers, in parts of the picture. */
export function describeShape(shape: Shape, { width, height }: Size): string {
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}`;
  const at = ({ x, y }: Point) => `${percent(x, width)} % across and ${percent(y, height)} % down`;
  return `${toolNames[shape.tool]} from ${at(shape.from)} to ${at(shape.to)}`;
}

export const toolNames: Readonly<Record<Tool, string>> = { arrow: 'Arrow', box: 'Box', blur: 'Blur' };

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
