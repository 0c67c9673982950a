import { describe, expect, it } from 'vitest';

import { createShape, describeShape, isTooSmall, moveShape, resizeShape, type Shape } from './shapes.ts';

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
