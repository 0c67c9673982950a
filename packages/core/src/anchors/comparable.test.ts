import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { comparable } from './comparable.ts';

describe('comparable', () => {
  it.each([
    { name: 'CRLF and LF', left: 'one\r\ntwo', right: 'one\ntwo' },
    { name: 'a rewrapped paragraph', left: 'one two\n  three', right: 'one\ntwo three' },
    { name: 'a non-breaking space', left: 'one\u00a0two', right: 'one two' },
    { name: 'a composed and a combining accent', left: 'caf\u00e9', right: 'cafe\u0301' },
    {
      name: 'a Hangul syllable and its letters',
      left: '\ud55c\uae00',
      right: '\ud55c\uae00'.normalize('NFD'),
    },
    { name: 'the Ångström sign and the letter', left: '\u212b', right: '\u00c5' },
  ])('reads $name alike', ({ left, right }) => {
    expect(comparable(left).text).toBe(comparable(right).text);
  });

  it('leads back to the raw offsets across accents and runs of space', () => {
    const raw = 'a  cafe\u0301\r\n\r\nau lait';
    const { text, toRaw, fromRaw } = comparable(raw);
    const start = text.indexOf('au lait');
    expect(raw.slice(toRaw(start))).toBe('au lait');
    expect(fromRaw(raw.indexOf('au'))).toBe(start);
  });

  it('translates every raw offset to a comparable one and back without leaving the run it is in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', 'e', '\u0301', '\u00e9', '😀') }),
        (raw) => {
          const { text, toRaw, fromRaw } = comparable(raw);
          let previous = 0;
          for (let offset = 0; offset <= raw.length; offset++) {
            const there = fromRaw(offset);
            expect(there).toBeGreaterThanOrEqual(previous);
            expect(there).toBeLessThanOrEqual(text.length);
            expect(fromRaw(toRaw(there))).toBe(there);
            previous = there;
          }
        },
      ),
    );
  });
});
