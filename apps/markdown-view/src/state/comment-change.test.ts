import { expect, it } from 'vitest';

import { followPassage } from './comment-change.ts';

const before = 'We ship the importer in May. The old one stays.';

const cases = [
  { name: 'all words that replaced its last one', quote: 'importer in May', after: 'importer in early June' },
  { name: 'all words that replaced its first one', quote: 'ship the', after: 'will deliver the' },
  { name: 'words added inside of it', quote: 'ship the importer', after: 'ship the new importer' },
  { name: 'nothing when all of it was removed', quote: ' in May', after: '' },
];

it.each(cases)('a passage takes with it $name', ({ quote, after }) => {
  const start = before.indexOf(quote);
  const edited = before.replace(quote, after);
  expect(followPassage(before, edited, start, start + quote.length)).toBe(after);
});

it('a passage takes nothing with it that was added beside it', () => {
  const start = before.indexOf('the importer');
  const edited = before.replace('the importer', 'at last the importer, tested,');
  expect(followPassage(before, edited, start, start + 'the importer'.length)).toBe('the importer');
});
