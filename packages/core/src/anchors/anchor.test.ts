import { describe, expect, it } from 'vitest';

import { contextLength, describeAnchor } from './anchor.ts';

describe('describeAnchor', () => {
  const family = '👩‍👩‍👧';

  it.each([
    { name: 'a word', text: 'one two three', start: 4, end: 7, quote: 'two' },
    { name: 'half of a surrogate pair', text: 'a😀b', start: 1, end: 2, quote: '😀' },
    { name: 'the second half of a surrogate pair', text: 'a😀b', start: 2, end: 3, quote: '😀' },
    { name: 'a part of a joined emoji', text: `a${family}b`, start: 3, end: 4, quote: family },
    {
      name: 'a letter without its combining accent',
      text: 'cafe\u0301 au lait',
      start: 0,
      end: 4,
      quote: 'cafe\u0301',
    },
    { name: 'a carriage return without its line feed', text: 'a\r\nb', start: 0, end: 2, quote: 'a\r\n' },
  ])('widens $name to whole characters', ({ text, start, end, quote }) => {
    const anchor = describeAnchor(text, start, end);
    expect(anchor.quote).toBe(quote);
    expect(text.slice(anchor.start, anchor.end)).toBe(quote);
  });

  it('takes the characters on both sides as context', () => {
    const text = `${'b'.repeat(200)}quote${'a'.repeat(50)}`;
    const anchor = describeAnchor(text, 200, 205);
    expect(anchor.contextBefore).toBe('b'.repeat(contextLength));
    expect(anchor.contextAfter).toBe('a'.repeat(50));
  });

  it.each([
    { name: 'an empty range', start: 2, end: 2 },
    { name: 'a reversed range', start: 3, end: 2 },
    { name: 'a range before the text', start: -1, end: 2 },
    { name: 'a range beyond the text', start: 2, end: 9 },
    { name: 'no number', start: Number.NaN, end: 2 },
  ])('refuses $name', ({ start, end }) => {
    expect(() => describeAnchor('text', start, end)).toThrow(RangeError);
  });
});
