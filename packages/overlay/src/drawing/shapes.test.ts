import { describe, expect, it } from 'vitest';

import {
  blockSize,
  blurPixels,
  createShape,
  describeShape,
  isTooSmall,
  moveShape,
  resizeShape,
  type Shape,
} from './shapes.ts';

const size = { width: 400, height: 200 };
const box: Shape = { tool: 'box', from: { x: 10, y: 10 }, to: { x: 50, y: 30 } };

describe('a shape', () => {
  it('begins in the middle', () => {
    expect(createShape('blur', size)).toEqual({
      tool: 'blur',
      from: { x: 150, y: 75 },
      to: { x: 250, y: 125 },
    });
  });

  it('keeps its size when it is moved, and stops at the edge', () => {
    expect(moveShape(box, { x: -5, y: 5 }, size)).toMatchObject({
      from: { x: 5, y: 15 },
      to: { x: 45, y: 35 },
    });
    expect(moveShape(box, { x: -50, y: 0 }, size)).toMatchObject({ from: { x: 0 }, to: { x: 40 } });
    expect(moveShape(box, { x: 0, y: 900 }, size)).toMatchObject({ from: { y: 180 }, to: { y: 200 } });
  });

  it('is resized at its end, which stays in the picture', () => {
    expect(resizeShape(box, { x: 10, y: -40 }, size)).toEqual({ ...box, to: { x: 60, y: 0 } });
  });

  it('is none when the pointer was only clicked', () => {
    expect(isTooSmall({ ...box, to: { x: 12, y: 11 } }, size)).toBe(true);
    expect(isTooSmall(box, size)).toBe(false);
  });

  it('is described in parts of the picture', () => {
    expect(describeShape(box, size)).toBe('Box from 3 % across and 5 % down to 13 % across and 15 % down');
  });
});

const [width, height] = [96, 48];

/** Letters, as far as a blur is concerned: stripes of black on white, which begin at `shift`. */
function stripes(shift: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const isBlack = (pixel + shift) % 4 < 2;
    if (isBlack) data.set([0, 0, 0], pixel * 4);
  }
  return data;
}

function blurred(data: Uint8ClampedArray, block: number): Uint8ClampedArray {
  blurPixels({ data, width, height }, block);
  return data;
}

it('leaves blocks of one colour each', () => {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at++) data[at] = (at * 7919) % 256;
  const before = data.slice();
  const block = blockSize({ width, height }, 96);
  const after = blurred(data, block);
  expect(after).not.toEqual(before);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const first = (Math.floor(y / block) * block * width + Math.floor(x / block) * block) * 4;
      const at = (y * width + x) * 4;
      expect([...after.subarray(at, at + 4)]).toEqual([...after.subarray(first, first + 4)]);
    }
});

it('makes different contents the same, so that none can be told from the result', () => {
  expect(blurred(stripes(0), 24)).toEqual(blurred(stripes(1), 24));
  expect(blurred(stripes(0), 24)).toEqual(blurred(stripes(2), 24));
});

it.each([
  { what: 'a word', part: { width: 120, height: 18 }, longest: 600, block: 24 },
  { what: 'a word of a large picture', part: { width: 240, height: 36 }, longest: 2_000, block: 50 },
  { what: 'a photo', part: { width: 600, height: 400 }, longest: 1_000, block: 100 },
])('has blocks of $block pixels for $what', ({ part, longest, block }) => {
  expect(blockSize(part, longest)).toBe(block);
});
