import { expect, it } from 'vitest';

import { findInLines } from './ax-tree.ts';

it('keeps the lines that are looked for, and what contains them', () => {
  const lines = ['main', '  list', '    listitem "One"', '    listitem "Two"', '  button "two"', 'footer'];
  expect(findInLines(lines, 'TWO')).toEqual(['main', '  list', '    listitem "Two"', '  button "two"']);
  expect(findInLines(lines, 'none')).toEqual([]);
});
