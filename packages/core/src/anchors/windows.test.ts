import { describe, expect, it } from 'vitest';

import { describeAnchor } from './anchor.ts';
import { passageOf } from './evidence.ts';
import { likelyWindows } from './windows.ts';

const filler = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Line ${from + index} says something of its own.`).join(
    ' ',
  );
const quote = 'the passage a person commented on, long enough to leave pieces';
const text = `${filler(0, 50)} ${quote} ${filler(50, 100)}`;
const passage = passageOf(describeAnchor(text, text.indexOf(quote), text.indexOf(quote) + quote.length));

describe('likelyWindows', () => {
  it.each([
    { name: 'where it was expected', edited: text },
    { name: 'far from where it was expected', edited: `${filler(1000, 3000)} ${text}` },
    {
      name: 'after words in it were changed',
      edited: text.replace('a person', 'a reader').replace('long', 'big'),
    },
  ])('covers the passage $name', ({ edited }) => {
    const [window] = likelyWindows(passage, edited, text.indexOf(quote));
    expect(edited.slice(window?.start, window?.end)).toContain('to leave pieces');
  });

  it('finds none in a text without any piece of it', () => {
    expect(likelyWindows(passage, filler(1000, 3000), 0)).toEqual([]);
  });
});
