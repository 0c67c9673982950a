import { expect, it } from 'vitest';

import { cutSameEnds } from './card-changes.tsx';

const long = 'word '.repeat(40);

it('leaves short texts as they are', () => {
  expect(cutSameEnds('ship in May', 'ship in June')).toEqual({
    before: 'ship in May',
    after: 'ship in June',
  });
});

it('cuts the same words at both ends, at whole words, and says that there is more', () => {
  const { before, after } = cutSameEnds(`${long}old ${long}`, `${long}new ${long}`);
  expect(before).toMatch(/^…(word )+old (word ?)+…$/);
  expect(after).toBe(before.replace('old', 'new'));
  expect(before.length).toBeLessThan(150);
});

it('keeps what was added between words that are repeated', () => {
  const { before, after } = cutSameEnds(long, `${long}word `);
  expect(after.length - before.length).toBe('word '.length);
});

it('cuts nothing of a text that is gone', () => {
  expect(cutSameEnds(long, '')).toEqual({ before: long, after: '' });
});
