import { describe, expect, it } from 'vitest';

import { padded, shortened, widthOf } from './width.ts';

describe('text in columns', () => {
  it.each([
    { text: '', width: 0 },
    { text: 'cart', width: 4 },
    { text: 'é', width: 1 },
    { text: 'e\u0301', width: 1 },
    { text: '🙂', width: 2 },
    { text: '👩‍👩‍👧', width: 2 },
    { text: '価格', width: 4 },
  ])('$text takes $width', ({ text, width }) => {
    expect(widthOf(text)).toBe(width);
    expect(widthOf(padded(text, 6))).toBe(6);
  });

  it.each([
    { text: 'abcdef', width: 6, expected: 'abcdef' },
    { text: 'abcdefg', width: 6, expected: 'abcde…' },
    { text: '価格価格', width: 6, expected: '価格…' },
    { text: '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', width: 5, expected: '👩‍👩‍👧👩‍👩‍👧…' },
  ])('$text becomes $expected in $width', ({ text, width, expected }) => {
    expect(shortened(text, width)).toBe(expected);
  });
});
