import { describe, expect, it } from 'vitest';

import { replaceNearest, replaceTextAt } from './edit.ts';

describe('replaceNearest', () => {
  const source = 'Foo\nx\nFoo Foo\nx\nx\nx\nFoo\n';

  it.each([
    { line: 1, text: 'Bar\nx\nFoo Foo\nx\nx\nx\nFoo\n', at: 1 },
    { line: 4, text: 'Foo\nx\nBar Foo\nx\nx\nx\nFoo\n', at: 3 },
    { line: 99, text: 'Foo\nx\nFoo Foo\nx\nx\nx\nBar\n', at: 7 },
  ])('changes the occurrence nearest to line $line only', ({ line, text, at }) => {
    expect(replaceNearest(source, 'Foo', 'Bar', line)).toEqual({ text, line: at, replaced: 'Foo' });
  });

  it('takes both sides as they are: nothing in them is a pattern', () => {
    expect(replaceNearest('a.c abc', 'a.c', '$&$1')?.text).toBe('$&$1 abc');
  });

  it('keeps the line endings of the file', () => {
    expect(replaceNearest('a\r\nFoo\r\n', 'Foo', 'Bar', 2)).toMatchObject({ text: 'a\r\nBar\r\n', line: 2 });
  });

  it.each(['Baz', ''])('finds no %j', (from) => {
    expect(replaceNearest(source, from, 'Bar')).toBeNull();
  });
});

describe('replaceTextAt', () => {
  it.each([
    {
      name: 'on the line of its tag',
      source: '<h2 id="x">Old</h2>',
      expected: '<h2 id="x">New</h2>',
      line: 1,
    },
    {
      name: 'lines below its tag',
      source: '<p>\n  <b\n    a={() => 2 > 1}\n  >\n    Old text\n  </b>\n</p>',
      place: { line: 2, column: 3 },
      expected: '<p>\n  <b\n    a={() => 2 > 1}\n  >\n    New\n  </b>\n</p>',
      line: 5,
    },
    {
      name: 'behind a quoted bracket',
      source: '<b title="a > b">Old</b>',
      expected: '<b title="a > b">New</b>',
      line: 1,
    },
  ])('changes the text that is $name', ({ source, place = { line: 1, column: 1 }, expected, line }) => {
    expect(replaceTextAt(source, place, 'New')).toMatchObject({ text: expected, line });
  });

  it.each([
    ['computed text', '<h2>{title}</h2>'],
    ['text in part computed', '<h2>Hello {name}</h2>'],
    ['an element without text', '<h2><b>x</b></h2>'],
    ['an empty element', '<br />\nx <b>'],
    ['no element', 'words\n<h2>Old</h2>'],
    ['a tag that never ends', '<h2 class="x'],
  ])('leaves %s alone', (_, source) => {
    expect(replaceTextAt(source, { line: 1, column: 1 }, 'New')).toBeNull();
  });
});
