import { expect, it } from 'vitest';

import { type Area, sizeOf, toClip } from './picture-area.ts';

const limits = { maxWidth: 1_600, maxHeight: 1_600 };
const place = { x: 0, y: 300, width: 1_200, height: 750, exceedsViewport: false };
const window: Area = { ...place, isWindow: true, pixelRatio: 1, zoom: 1 };

it.each([
  { name: 'of a window as it is', area: window, clip: null },
  {
    name: 'of a window on a screen with two pixels for each of the page',
    area: { ...window, pixelRatio: 2 },
    clip: { x: 0, y: 300, width: 1_200, height: 750, scale: 0.5 },
  },
  {
    name: 'of a window with a zoom of 150 %',
    area: { ...window, pixelRatio: 1.5, zoom: 1.5 },
    clip: { x: 0, y: 450, width: 1_800, height: 1_125, scale: 1 / 1.5 },
  },
  {
    name: 'of an element',
    area: { ...window, isWindow: false },
    clip: { x: 0, y: 300, width: 1_200, height: 750, scale: 1 },
  },
])('a picture $name has a pixel for each CSS pixel', ({ area, clip }) => {
  expect(toClip(area, limits)).toEqual(clip);
  expect(sizeOf(area, limits)).toEqual({ width: 1_200, height: 750 });
});

it('makes what is too large fit', () => {
  const large = { ...window, width: 3_200, height: 900, pixelRatio: 2 };
  expect(toClip(large, limits)).toEqual({ x: 0, y: 300, width: 3_200, height: 900, scale: 0.25 });
  expect(sizeOf(large, limits)).toEqual({ width: 1_600, height: 450 });
});
