/** Makes a part of a picture illegible for good. */
import type { Pixels } from '../ui/proof/changed-regions.ts';

/**
 * Replaces the pixels by blocks of one colour each, in place. A block is larger than a line of text, its colour is the
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
