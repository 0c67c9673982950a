import { blockSize, blurPixels } from './blur-pixels.ts';
import { cornersOf, lineWidth, type Shape } from './shapes.ts';

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
