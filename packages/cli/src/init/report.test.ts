import { expect, it } from 'vitest';

import { lineDiff } from './report.ts';

it.each([
  { before: 'a\nb\nc', after: 'a\nb\nc', lines: [] },
  { before: 'a\nb\nc', after: 'a\nx\nb\nc', lines: ['+ x'] },
  { before: 'a\nb\nc', after: 'a\nB\nc', lines: ['- b', '+ B'] },
  { before: 'a\r\nb', after: 'b', lines: ['- a'] },
])('from $before to $after is $lines', ({ before, after, lines }) => {
  expect(lineDiff(before, after)).toEqual(lines);
});
