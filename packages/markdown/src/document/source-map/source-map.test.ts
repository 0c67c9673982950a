import { describe, expect, it } from 'vitest';

import { createRenderer } from '../blocks.ts';

import { createSourceMap } from './source-map.ts';

/** `select` is the selected text of the rendered document, `source` the text of the file that it comes from. */
const cases: { name: string; text: string; select: string; source: string }[] = [
  { name: 'plain words', text: 'We ship in May.', select: 'ship in May', source: 'ship in May' },
  { name: 'emphasis from inside', text: 'a *big* plan', select: 'big', source: 'big' },
  { name: 'emphasis from outside', text: 'a *big* plan', select: 'a big plan', source: 'a *big* plan' },
  { name: 'half of a strong word', text: 'a **bigger** plan', select: 'ger plan', source: 'ger** plan' },
  { name: 'a code span', text: 'call `run()` now', select: 'run()', source: 'run()' },
  { name: 'a code span over two lines', text: 'call `run\nnow`', select: 'run now', source: 'run\nnow' },
  {
    name: 'the text of a link',
    text: 'see [the docs](http://x.y) now',
    select: 'docs now',
    source: 'docs](http://x.y) now',
  },
  { name: 'a reference', text: 'see [the *docs*][d].\n\n[d]: /x', select: 'docs.', source: 'docs*][d].' },
  { name: 'an address', text: 'see <http://x.y/a%20b>.', select: 'a%20b', source: 'a%20b' },
  { name: 'an address without brackets', text: 'see http://x.y/a_b_c now', select: 'a_b_c', source: 'a_b_c' },
  { name: 'around a picture', text: 'a ![alt](i.png) b', select: 'a  b', source: 'a ![alt](i.png) b' },
  { name: 'a character reference', text: 'A &amp; B', select: '&', source: '&amp;' },
  { name: 'an escape, with its backslash', text: 'a \\*b', select: '*b', source: '\\*b' },
  { name: 'inline HTML', text: 'a <kbd>Ctrl</kbd> b', select: 'Ctrl', source: 'Ctrl' },
  { name: 'strikethrough', text: 'a ~~b~~ c', select: 'b c', source: 'b~~ c' },
  { name: 'a soft break', text: 'one\n   two', select: 'one\ntwo', source: 'one\n   two' },
  { name: 'a hard break by spaces', text: 'one   \ntwo', select: 'one\ntwo', source: 'one   \ntwo' },
  { name: 'a hard break by a backslash', text: 'one\\\ntwo', select: 'one\ntwo', source: 'one\\\ntwo' },
  {
    name: 'Windows line endings',
    text: 'one\r\ntwo  \r\nthree',
    select: 'two\nthree',
    source: 'two  \r\nthree',
  },
  { name: 'text after a byte order mark', text: '\uFEFF# One two', select: 'two', source: 'two' },
  { name: 'a setext heading', text: 'One *two*\n===', select: 'One two', source: 'One *two' },
  { name: 'a closed heading', text: '## One ##', select: 'One', source: 'One' },
  { name: 'a nested list', text: '- a\n  - b\n    - c d', select: 'c d', source: 'c d' },
  { name: 'two items of a list', text: '1. one\n2. two', select: 'onetwo', source: 'one\n2. two' },
  { name: 'a task', text: '- [x] done\n- [ ] open', select: 'open', source: 'open' },
  {
    name: 'a lazy line of a quote',
    text: '> one\ntwo\n> three',
    select: 'two\nthree',
    source: 'two\n> three',
  },
  { name: 'a quote in a list', text: '- a\n\n  > b\n  > *c*', select: 'b\nc', source: 'b\n  > *c' },
  { name: 'a cell', text: '| a | b |\n|---|---|\n| c `x\\|y` | d |', select: 'x|y', source: 'x\\|y' },
  { name: 'cells of two rows', text: '| a |\n|---|\n| b |\n| c |', select: 'bc', source: 'b |\n| c' },
  {
    name: 'a reference in a cell',
    text: '| [a][r] |\n|---|\n| b |\n\n[r]: /x',
    select: 'ab',
    source: 'a][r] |\n|---|\n| b',
  },
  {
    name: 'the code of a fence in a list',
    text: '- a\n\n  ```js\n  let x;\n\n  y\n  ```',
    select: 'x;\n\ny',
    source: 'x;\n\n  y',
  },
  { name: 'indented code', text: '    a\n\n      b', select: 'a\n\n  b', source: 'a\n\n      b' },
  { name: 'a fence that is never closed', text: '```\na\nb', select: 'a\nb', source: 'a\nb' },
  {
    name: 'an HTML block',
    text: '<div>\n<b>one</b> &lt; two\n</div>',
    select: 'one < two',
    source: 'one</b> &lt; two',
  },
  { name: 'math in text', text: 'so $x^2 + y$ and', select: 'x^2', source: 'x^2' },
  { name: 'prices', text: 'from $5 to $10', select: '$5 to $10', source: '$5 to $10' },
  { name: 'a math block', text: '$$\na + b\n$$', select: 'a + b', source: 'a + b' },
  { name: 'front matter', text: '---\r\ntitle: One\r\n---\r\n', select: 'One', source: 'One' },
  { name: 'the number of a footnote', text: 'a[^n]\n\n[^n]: b', select: '[1]', source: '[^n]' },
  { name: 'the second of a pair of emoji', text: 'a 👩‍👩‍👧 *👍🏽* b', select: '👍🏽', source: '👍🏽' },
];

describe('createSourceMap', () => {
  it.each(cases)('finds $name in the file, and back', ({ text, select, source }) => {
    const { rendered, sourceRange, renderedRange } = mapOfFirst(text, select);
    const at = rendered.indexOf(select);
    const range = sourceRange(at, at + select.length);
    expect(text.slice(range?.start, range?.end)).toBe(source);
    expect(renderedRange(range?.start ?? 0, range?.end ?? 0)).toEqual({ start: at, end: at + select.length });
  });

  it('numbers footnotes as the document does, whichever block is read', () => {
    const text = 'a[^x]\n\nb[^y] [^x]\n\n[^y]: one\n\n[^x]: two\n';
    expect(mapOfFirst(text, 'b').rendered).toBe('b[2] [1]');
  });

  it('has no place for markup, nor for what another block shows', () => {
    const text = 'one **two**\n\nthree';
    const map = mapOfFirst(text, 'one');
    expect(map.renderedRange(4, 6)).toBeNull();
    expect(map.renderedRange(text.indexOf('three'), text.length)).toBeNull();
    expect(map.sourceRange(3, 3)).toBeNull();
    expect(map.renderedRange(0, text.length)).toEqual({ start: 0, end: 7 });
  });

  it('finds words by themselves where the two parsers read a text differently', () => {
    // Only one of them takes a no-break space for the edge of a cell.
    const text = '| one\u00A0 | two |\n|---|---|\n| a | b |';
    const { rendered, sourceRange } = mapOfFirst(text, 'one');
    expect(rendered).toBe('onetwoab');
    const range = sourceRange(3, 6);
    expect(text.slice(range?.start, range?.end)).toBe('two');
  });

  it('finds words that only the parser of the view shows', () => {
    // A table to one parser, a list to the other.
    const text = '- |\n  ---\n';
    expect(mapOfFirst(text, '-').sourceRange(0, 1)).toEqual({ start: 0, end: 1 });
  });

  it('shows nothing of what is nested a thousand times', () => {
    expect(mapOfFirst(`${'>'.repeat(1_000)} deep`, '').rendered).toBe('');
  });

  it.each([
    ['quotes in quotes', `${'>'.repeat(60)} deep *down* here`, 'deep'],
    ['one paragraph', 'so *many* words '.repeat(10_000), 'many'],
    ['one code block', `\`\`\`\n${'let x = 1;\n'.repeat(20_000)}last\n\`\`\``, 'last'],
  ])('answers in time for unusual texts: %s', (_, text, word) => {
    const { rendered, sourceRange } = mapOfFirst(text, '');
    const at = rendered.lastIndexOf(word);
    const range = sourceRange(at, at + word.length);
    expect(text.slice(range?.start, range?.end)).toBe(word);
    expect(range?.start).toBe(text.lastIndexOf(word));
  });
});

function mapOfFirst(text: string, select: string) {
  const { blocks, definitions, text: shown } = createRenderer(text);
  const block = blocks.find((_, index) => shown(index).includes(select));
  if (block === undefined)
    throw new Error(`No block of ${JSON.stringify(text)} shows ${JSON.stringify(select)}.`);
  return createSourceMap(text, block, definitions);
}
