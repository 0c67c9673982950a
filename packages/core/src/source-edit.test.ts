import { describe, expect, it } from 'vitest';

import { describeEdit, isEditIn } from './source-edit.ts';

const file = 'src/card.tsx';
const before = '<h2>\n  Special offer\n</h2>\n<p>\n  While it lasts\n</p>\n';
const reworded = before.replace('Special offer', 'Only today');

describe('an edit', () => {
  it.each([
    { name: 'is there right after it', after: reworded, now: reworded, expected: true },
    { name: 'is there when other lines change', after: reworded, now: `// new\n${reworded}`, expected: true },
    {
      name: 'is there with another indentation and line ends',
      after: reworded,
      now: reworded.replaceAll('\n', '\r\n  '),
      expected: true,
    },
    { name: 'is gone when the file is put back', after: reworded, now: before, expected: false },
    {
      name: 'is gone when its line is changed again',
      after: reworded,
      now: before.replace('Special offer', 'Sold out'),
      expected: false,
    },
    { name: 'is gone with the file', after: reworded, now: '', expected: false },
    {
      name: 'that removed a line is there',
      after: before.replace('  While it lasts\n', ''),
      now: before.replace('  While it lasts\n', ''),
      expected: true,
    },
    {
      name: 'that removed a line is gone when the line is back',
      after: before.replace('  While it lasts\n', ''),
      now: before,
      expected: false,
    },
  ])('$name', ({ after, now, expected }) => {
    const edit = describeEdit(file, before, after);
    expect(edit && isEditIn(edit, now)).toBe(expected);
  });

  it.each([
    { name: 'the same text', after: before },
    { name: 'another indentation', after: before.replaceAll('  ', '    ') },
    { name: 'a brace more', after: `${before}}\n` },
  ])('is not made of $name', ({ after }) => {
    expect(describeEdit(file, before, after)).toBeNull();
  });

  it('holds no text of the file, and few lines of one that was written anew', () => {
    const anew = Array.from({ length: 5_000 }, (_, n) => `secret ${n}`).join('\n');
    const edit = describeEdit(file, before, anew);
    expect(JSON.stringify(edit)).not.toContain('secret');
    expect(edit?.lines).toHaveLength(40);
  });
});
