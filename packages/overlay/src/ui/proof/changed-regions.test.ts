import { expect, it } from 'vitest';

import { findChangedRegions, type Pixels } from './changed-regions.ts';

function picture(paint: (x: number, y: number) => number): Pixels {
  const [width, height] = [64, 40];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.fill(paint(x, y), 4 * (y * width + x), 4 * (y * width + x) + 4);
  return { width, height, data };
}

const isIn = (x: number, y: number, left: number, top: number, size: number) =>
  x >= left && x < left + size && y >= top && y < top + size;

it('outlines each part that differs, apart from others', () => {
  const before = picture(() => 255);
  const after = picture((x, y) => (isIn(x, y, 0, 0, 8) || isIn(x, y, 48, 30, 6) ? 0 : 255));
  expect(findChangedRegions(before, after)).toEqual([
    { x: 0, y: 0, width: 8, height: 8 },
    { x: 48, y: 24, width: 8, height: 16 },
  ]);
});

it('ignores the noise of a compressed picture and single pixels', () => {
  const before = picture(() => 200);
  const after = picture((x, y) => (x === 20 && y === 20 ? 0 : 200 + ((x + y) % 10)));
  expect(findChangedRegions(before, after)).toEqual([]);
});

it('outlines parts that are near each other as one', () => {
  const before = picture(() => 255);
  const after = picture((x, y) => (isIn(x, y, 0, 0, 8) || isIn(x, y, 16, 0, 8) ? 0 : 255));
  expect(findChangedRegions(before, after)).toEqual([{ x: 0, y: 0, width: 24, height: 8 }]);
});
