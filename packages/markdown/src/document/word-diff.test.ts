import { expect, it } from 'vitest';

import { diffWords } from './word-diff.ts';

it('tells which words were replaced, added and removed', () => {
  expect(diffWords('The quick brown fox', 'The slow brown fox jumps')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'quick' },
    { kind: 'added', text: 'slow' },
    { kind: 'same', text: ' brown fox' },
    { kind: 'added', text: ' jumps' },
  ]);
});

it('gives both texts as a whole where nearly every word is different', () => {
  const words = (prefix: string) => Array.from({ length: 800 }, (_, at) => `${prefix}${at}`).join(' ');
  expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

it('takes neighbouring words that were all replaced together', () => {
  expect(diffWords('Ask the old vendor now', 'Ask a new shop now')).toEqual([
    { kind: 'same', text: 'Ask ' },
    { kind: 'removed', text: 'the old vendor' },
    { kind: 'added', text: 'a new shop' },
    { kind: 'same', text: ' now' },
  ]);
});
