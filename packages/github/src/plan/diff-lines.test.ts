import { describe, expect, it } from 'vitest';

import { lineBefore, shownLines, shownPart } from './diff-lines.ts';

describe('lines that a patch shows', () => {
  it('are those of the new file, one range for each hunk', () => {
    expect(shownLines('@@ -1,3 +1,4 @@\n a\n+b\n c\n d\n@@ -20 +21,2 @@ fn\n-x\n+y\n+z')).toEqual([
      { start: 1, end: 4 },
      { start: 21, end: 22 },
    ]);
  });

  it('are none of a hunk that only removes', () => {
    expect(shownLines('@@ -3,2 +2,0 @@\n-a\n-b')).toEqual([]);
  });

  it('limit a range to one hunk', () => {
    const shown = [
      { start: 1, end: 4 },
      { start: 21, end: 22 },
    ];
    expect(shownPart({ start: 3, end: 30 }, shown)).toEqual({ start: 3, end: 4 });
    expect(shownPart({ start: 22, end: 22 }, shown)).toEqual({ start: 22, end: 22 });
    expect(shownPart({ start: 5, end: 20 }, shown)).toBeNull();
  });
});

describe('a line of the file here', () => {
  // Three lines were added after line 2, line 10 of before was changed, and lines 15 and 16 of before were removed.
  const diff = '@@ -2,0 +3,3 @@\n@@ -10 +13 @@\n@@ -15,2 +17,0 @@';

  it.each([
    [1, 1],
    [2, 2],
    [3, null],
    [5, null],
    [6, 3],
    [12, 9],
    [13, null],
    [14, 11],
    [17, 14],
    [18, 17],
    [30, 29],
  ])('%i is line %s of the pull request', (line, expected) => {
    expect(lineBefore(diff, line)).toBe(expected);
  });

  it('is where it was without a difference', () => {
    expect(lineBefore('', 7)).toBe(7);
  });
});
