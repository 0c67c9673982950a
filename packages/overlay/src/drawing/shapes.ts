/** What a person draws on a picture. All numbers are pixels of the picture. */
import type { Pixels } from '../ui/proof/changed-regions.ts';

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
function lineWidth({ width, height }: Size): number {
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

/** The picture with the shapes on it. Blurs come first, so that no arrow is made illegible by one that was drawn later. */
export function drawShapes(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap | HTMLCanvasElement,
  shapes: readonly Shape[],
): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw on a picture.');
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  for (const shape of shapes) if (shape.tool === 'blur') blur(context, shape);
  for (const shape of shapes) if (shape.tool !== 'blur') outline(context, shape);
}

const red = '#e11d48';

function blur(context: CanvasRenderingContext2D, shape: Shape): void {
  const { x, y, width, height } = cornersOf(shape);
  if (width < 1 || height < 1) return;
  const { canvas } = context;
  const pixels = context.getImageData(x, y, width, height);
  blurPixels(pixels, blockSize({ width, height }, Math.max(canvas.width, canvas.height)));
  context.putImageData(pixels, x, y);
}

/** With a light edge, because the picture may be of any colour. */
function outline(context: CanvasRenderingContext2D, shape: Shape): void {
  const width = lineWidth(context.canvas);
  const path = shape.tool === 'box' ? boxPath(shape) : arrowPath(shape, width * 5);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [strokeStyle, lineWidth] of [
    ['#ffffff', width * 2],
    [red, width],
  ] as const) {
    Object.assign(context, { strokeStyle, lineWidth });
    context.stroke(path);
  }
}

function boxPath(shape: Shape): Path2D {
  const { x, y, width, height } = cornersOf(shape);
  const path = new Path2D();
  path.rect(x, y, width, height);
  return path;
}

function arrowPath({ from, to }: Shape, head: number): Path2D {
  const path = new Path2D();
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  path.moveTo(from.x, from.y);
  path.lineTo(to.x, to.y);
  for (const side of [-0.5, 0.5]) {
    path.moveTo(to.x, to.y);
    path.lineTo(to.x - head * Math.cos(angle + side), to.y - head * Math.sin(angle + side));
  }
  return path;
}

/**
 * Makes a part of a picture illegible for good: replaces the pixels by blocks of one colour each, in place. A block is larger than a line of text, its colour is the
 * mean of its own and its neighbours' pixels, in few steps: what was there cannot be computed from it.
 */
export function blurPixels({ data, width, height }: Pixels, block: number): void {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const sums = new Float64Array(columns * rows * parts);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = (Math.floor(y / block) * columns + Math.floor(x / block)) * parts;
      const at = (y * width + x) * 4;
      for (let part = 0; part < 4; part++)
        sums[sum + part] = (sums[sum + part] ?? 0) + (data[at + part] ?? 0);
      sums[sum + 4] = (sums[sum + 4] ?? 0) + 1;
    }
  }
  const colours = averageNeighbours(sums, columns, rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = (Math.floor(y / block) * columns + Math.floor(x / block)) * 4;
      const at = (y * width + x) * 4;
      for (let part = 0; part < 4; part++) data[at + part] = colours[colour + part] ?? 0;
    }
  }
}

/** Pixels of a block's side: at least a line of text at the scale of such a picture, and four in the part at most. */
export function blockSize(part: { width: number; height: number }, longestSide: number): number {
  return Math.ceil(Math.max(24, longestSide / 40, Math.min(part.width, part.height) / 4));
}

/** Red, green, blue, alpha and the number of pixels of each block. */
const parts = 5;
const colourStep = 8;

function averageNeighbours(sums: Float64Array, columns: number, rows: number): Uint8ClampedArray {
  const colours = new Uint8ClampedArray(columns * rows * 4);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const total = [0, 0, 0, 0, 0];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          for (let part = 0; part < parts; part++)
            total[part] = (total[part] ?? 0) + (sums[(y * columns + x) * parts + part] ?? 0);
      const [red = 0, green = 0, blue = 0, alpha = 0, count = 1] = total;
      colours.set(
        [red, green, blue, alpha].map((sum) => Math.round(sum / count / colourStep) * colourStep),
        (row * columns + column) * 4,
      );
    }
  }
  return colours;
}
