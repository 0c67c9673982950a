import { afterEach, describe, expect, it } from 'vitest';

import { anchorOfRange } from './anchor-of-range.ts';
import { createBlockList } from './block-list.ts';
import { corpus } from './testing/corpus.ts';
import { allRendered, closePanel, openPanel, select, wordsRange } from './testing/panel-page.ts';

afterEach(closePanel);

/** [what is selected as it is shown, what is quoted of the file] */
const cases: readonly (readonly [shown: string, quote: string])[] = [
  ['title: Corpus', 'title: Corpus'],
  ['Delivery of annotations', 'Delivery of *annotations'],
  ['anything on', 'anything on'],
  ['points at anything on a page, says', 'points at *anything on a page*, says'],
  ['coding agent', 'coding agent'],
  ['MCP', 'MCP'],
  ['the architecture', 'the architecture'],
  ['https://example.com/a', 'https://example.com/a'],
  ['https://example.org/path', 'https://example.org/path'],
  ['nothing is lost', 'nothing~~ is lost'],
  ['fish & chips ©', 'fish &amp; chips &copy;'],
  ['Escaped *stars* stay', 'Escaped \\*stars\\* stay'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['e\u0301 accent', 'e\u0301 accent'],
  ['Setext heading', 'Setext heading'],
  ['npm install annotate-mcp', 'npm install annotate-mcp'],
  ['Alt key', 'Alt</kbd> key'],
  ['Loose paragraph', 'Loose paragraph'],
  ['nested deep one', 'nested *deep* one'],
  ['third level', 'third level'],
  ['Render each block lazily', 'Render **each block** lazily'],
  ['Nested task', 'Nested task'],
  ['Quoted words', 'Quoted words'],
  ['Nested quoted words', 'Nested `quoted` words'],
  ['every change', 'every change'],
  ['sqlite', 'sqlite'],
  ['a | pipe', 'a \\| pipe'],
  ['the latest', 'the *latest'],
  ['const place = (anchor: Anchor)', 'const place = (anchor: Anchor)'],
  ['indented code', 'indented code'],
  ['keeps its spaces', 'keeps its spaces'],
  ['mc^2 formula', 'mc^2$ formula'],
  ['Raw HTML words', 'Raw <b>HTML</b> words'],
  ['with inline tags', 'with <sub>inline</sub> tags'],
  ['مع كلمة English', 'مع كلمة English'],
  ['Reference link', 'Reference link'],
  ['Last paragraph', 'Last paragraph'],
  ['first note, with emphasis', 'first note, with *emphasis'],
  ['Its second paragraph', 'Its second paragraph'],
];

describe('what is selected', () => {
  it.each(cases)('%s', async (shown, quote) => {
    const { panel } = openPanel(corpus);
    select(wordsRange(await allRendered(panel), shown));
    const anchor = panel.selection();
    expect(anchor?.quote).toBe(quote);
    expect(corpus.slice(anchor?.char_start, anchor?.char_end)).toBe(quote);
  });

  for (const [name, text] of [
    ['LF', corpus],
    ['CRLF and a BOM', `\uFEFF${corpus.replaceAll('\n', '\r\n')}`],
  ] as const)
    it(`is found again word by word, with ${name}`, () => {
      const article = document.createElement('article');
      document.body.replaceChildren(article);
      const list = createBlockList(article, () => undefined);
      list.setText(text);
      for (const entry of list.entries()) list.ensure(entry);
      const words = wordRanges(article);
      const wrong = words.filter((range) => {
        const anchor = anchorOfRange(list, article, range);
        const entry = list.entryOf(range.startContainer);
        if (anchor === null || entry === null) return true;
        const again = list.mapOf(entry).rangeOf({ start: anchor.char_start, end: anchor.char_end });
        return (
          again?.toString() !== range.toString() ||
          text.slice(anchor.char_start, anchor.char_end) !== anchor.quote
        );
      });
      expect(words.length).toBeGreaterThan(150);
      expect(wrong.map(String)).toEqual([]);
    });
});

describe('a selection', () => {
  it('across blocks has the source from the first to the last', async () => {
    const { panel } = openPanel(corpus);
    const root = await allRendered(panel);
    const range = wordsRange(root, 'is lost.');
    const end = wordsRange(root, 'Hard break');
    range.setEnd(end.endContainer, end.endOffset);
    select(range);
    expect(panel.selection()?.quote).toBe('is lost.\n\nHard break');
  });

  it('that ends at the very beginning of the next block stays in its own', async () => {
    const { panel } = openPanel('First paragraph.\n\nSecond paragraph.\n');
    const root = await allRendered(panel);
    const range = wordsRange(root, 'First paragraph.');
    range.setEnd(wordsRange(root, 'Second').startContainer, 0);
    select(range);
    expect(panel.selection()?.quote).toBe('First paragraph.');
  });

  it('of everything on the page is the document', () => {
    const { panel } = openPanel('# One\n\nTwo\n');
    document.getSelection()?.selectAllChildren(document.body);
    expect(panel.selection()?.quote).toBe('# One\n\nTwo'.slice(2));
  });

  it('of white space alone, or of nothing, is none', async () => {
    const { panel } = openPanel('One two\n\nThree\n');
    const range = wordsRange(await allRendered(panel), 'One two');
    range.setStart(range.startContainer, 3);
    range.setEnd(range.startContainer, 4);
    select(range);
    expect(panel.selection()).toBeNull();
    document.getSelection()?.removeAllRanges();
    expect(panel.selection()).toBeNull();
  });
});

function wordRanges(root: Element): Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { index, 0: word } of (node as Text).data.matchAll(/\S+/g)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      ranges.push(range);
    }
  }
  return ranges;
}
