import { describe, expect, it } from 'vitest';

import { describeAnchor } from './anchor.ts';
import { comparable } from './comparable.ts';
import { passageOf } from './evidence.ts';
import { linesOf } from './lines.ts';
import { newTextOf } from './new-text.ts';
import { likelyNewWindows, likelyWindows } from './windows.ts';

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

describe('likelyNewWindows', () => {
  const lines = ['An old line.', 'A new line.', 'Another old line.', quote.slice(12), 'The last old line.'];
  const now = comparable(lines.join('\n\n'));
  const own = comparable(`Before it.\n\n${quote}\n\nAfter it.`).raw;
  const paragraph = passageOf(describeAnchor(own, own.indexOf(quote), own.indexOf(quote) + quote.length));

  it('covers a passage without its first words, also where an old line is right before it', () => {
    const newText = newTextOf(now.text, linesOf(now), (line) => line === 1 || line === 3);
    const [window] = likelyNewWindows(paragraph, now.text, newText, 0);
    expect(now.text.slice(window?.start, window?.end)).toContain(quote.slice(12));
  });

  it('finds none where the passage is in old lines only', () => {
    const newText = newTextOf(now.text, linesOf(now), (line) => line === 1);
    expect(likelyNewWindows(paragraph, now.text, newText, 0)).toEqual([]);
  });
});
