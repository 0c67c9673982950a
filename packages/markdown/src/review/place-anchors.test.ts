import { describe, expect, it } from 'vitest';

import { anchorAt, blocksOf } from '../document/index.ts';
import type { PlacedAnchor } from '../stores/comments.ts';

import { createPlacer } from './place-anchors.ts';

const paragraphs = (numbers: readonly number[]) =>
  numbers.map((n) => `Paragraph ${n} says that the value is ${n * 7}.\n`).join('\n');

function placedOn(text: string, quote: string): PlacedAnchor {
  const start = text.indexOf(quote);
  return { anchor: anchorAt(text, blocksOf(text), start, start + quote.length), anchorState: 'placed' };
}

/** Through these texts, one after the other. */
function through(placed: PlacedAnchor, ...texts: [string, ...string[]]): PlacedAnchor {
  const [lastSeen, text, ...rest] = texts;
  if (text === undefined) return placed;
  return through(createPlacer(text, blocksOf(text), lastSeen)(placed), text, ...rest);
}

const words = (text: string, { anchor, anchorState }: PlacedAnchor) =>
  anchorState === 'placed' ? text.slice(anchor.char_start, anchor.char_end) : anchorState;

describe('a comment whose text is gone', () => {
  const before = paragraphs([1, 2, 3, 4, 5]);
  const without = paragraphs([1, 2, 4, 5]);
  const comment = placedOn(before, 'Paragraph 3 says that the value is 21.');

  it('is not placed on the paragraph that replaced it, however much is edited later', () => {
    const edited = without.replace('Paragraph 1', 'The first paragraph');
    const result = through(comment, before, without, edited, `Intro.\n\n${edited}`);
    expect(result.anchorState).toBe('stale');
    expect(result.anchor).toEqual(comment.anchor);
  });

  it('is placed again when its exact words return, at any position', () => {
    const moved = `${paragraphs([1, 2, 4, 5])}\n# Later\n\n${paragraphs([3])}`;
    expect(words(moved, through(comment, before, without, moved))).toBe(
      'Paragraph 3 says that the value is 21.',
    );
  });

  it('is not placed on a copy that was there before, whatever else is edited', () => {
    const twice = `${before}\n# Again\n\n${paragraphs([3])}`;
    const once = twice.replace('Paragraph 3 says that the value is 21.\n\n', '');
    const result = through(comment, twice, once, `Intro.\n\n${once}`, once);
    expect(result.anchorState).toBe('stale');
    expect(words(twice, through(result, once, twice))).toBe('Paragraph 3 says that the value is 21.');
  });

  it('is placed again even when line endings have changed', () => {
    const quote = 'Paragraph 3 says that the value is 21.\n\nParagraph 4 says that the value is 28.';
    const two = placedOn(before, quote);
    const windows = before.replaceAll('\n', '\r\n');
    const result = through(two, before, '# Nothing left\n', windows);
    expect(words(windows, result)).toBe(quote.replaceAll('\n', '\r\n'));
  });
});

describe('an anchor that was made for another text', () => {
  const text = paragraphs([1, 2, 3, 4, 5, 6, 7, 8]);

  it('is not placed on other words of the same length with the same context', () => {
    const comment = placedOn(text, 'Paragraph 6');
    const now = text.replace('Paragraph 6', 'Nobody else');
    expect(createPlacer(now, blocksOf(now), null)(comment)).toMatchObject({ anchorState: 'stale' });
  });

  it('is searched for in the new text', () => {
    const theirs = paragraphs([5, 6, 7]);
    const comment = placedOn(theirs, 'Paragraph 6 says that the value is 42.');
    expect(words(text, through(comment, text, text))).toBe('Paragraph 6 says that the value is 42.');
    const edited = `Intro.\n\n${text}`;
    expect(words(edited, through(comment, text, edited))).toBe('Paragraph 6 says that the value is 42.');
  });

  it('is not taken for one of a longer text when it covers all of its own', () => {
    const comment = placedOn('Paragraph', 'Paragraph');
    const longer = `Beginning.\n\n${text}`;
    expect(words(longer, through(comment, longer, longer))).not.toBe(longer.slice(0, 9));
  });
});

it('an unchanged placement is the same object', () => {
  const text = paragraphs([1, 2, 3]);
  const comment = placedOn(text, 'Paragraph 2');
  expect(through(comment, text, text)).toBe(comment);
});
