import { describe, expect, it } from 'vitest';

import { blockAt, blocksOf, createRenderer, definitionsOf } from './blocks.ts';
import { createParser } from './parse.ts';

const dividedTexts: { name: string; text: string; blocks: [id: string, source: string][] }[] = [
  { name: 'an empty text', text: '', blocks: [] },
  { name: 'blank lines only', text: '\n \t\n', blocks: [] },
  {
    name: 'headings and what stands under them',
    text: 'Before.\n\n# The *big* plan\n\nOne.\n\nTwo.\n\n## Goals & `ends`\n\nThree.\n',
    blocks: [
      ['p-start-1', 'Before.'],
      ['h1-the-big-plan-1', '# The *big* plan'],
      ['p-the-big-plan-1', 'One.'],
      ['p-the-big-plan-2', 'Two.'],
      ['h2-goals-ends-1', '## Goals & `ends`'],
      ['p-goals-ends-1', 'Three.'],
    ],
  },
  {
    name: 'headings of the same words, told apart by their number',
    text: '# A\n\nx\n\n# A\n\ny\n',
    blocks: [
      ['h1-a-1', '# A'],
      ['p-a-1', 'x'],
      ['h1-a-2', '# A'],
      ['p-a-2', 'y'],
    ],
  },
  {
    name: 'setext headings of two lines',
    text: 'Big\ntitle\n===\ntext\n',
    blocks: [
      ['h1-big-title-1', 'Big\ntitle\n==='],
      ['p-big-title-1', 'text'],
    ],
  },
  {
    name: 'a heading without words, and one of another script',
    text: '#\n\nx\n\n## 目标 Überblick\n',
    blocks: [
      ['h1-start-1', '#'],
      ['p-start-1', 'x'],
      ['h2-目标-überblick-1', '## 目标 Überblick'],
    ],
  },
  {
    name: 'every other kind',
    text: '- a\n\n  b\n\n> q\nlazy\n\n```js\nx\n```\n\n    y\n\n| a |\n|---|\n| b |\n\n<div>\n</div>\n\n$$\nz\n$$\n\n***\n',
    blocks: [
      ['list-start-1', '- a\n\n  b'],
      ['quote-start-1', '> q\nlazy'],
      ['code-start-1', '```js\nx\n```'],
      ['code-start-2', '    y'],
      ['table-start-1', '| a |\n|---|\n| b |'],
      ['html-start-1', '<div>\n</div>'],
      ['math-start-1', '$$\nz\n$$'],
      ['hr-start-1', '***'],
    ],
  },
  {
    name: 'front matter after a byte order mark, with Windows line endings',
    text: '\uFEFF---\r\ntitle: x\r\n---\r\n\r\n# A\r\n',
    blocks: [
      ['frontmatter-start-1', '---\r\ntitle: x\r\n---'],
      ['h1-a-1', '# A'],
    ],
  },
  {
    name: 'a line like front matter that is never closed',
    text: '---\ntitle: x\n',
    blocks: [
      ['hr-start-1', '---'],
      ['p-start-1', 'title: x'],
    ],
  },
  {
    name: 'a code fence that is never closed, to the end of the file',
    text: 'a\n```\nb\n\n# c\n\n',
    blocks: [
      ['p-start-1', 'a'],
      ['code-start-1', '```\nb\n\n# c\n'],
    ],
  },
  {
    name: 'link definitions, which show nothing, and footnotes where they are written',
    text: '[a]: /x\n[b]:\n  /y "t"\ntext[^1]\n\n[^1]: Note.\n\n    More.\n\nEnd.\n',
    blocks: [
      ['definition-start-1', '[a]: /x\n[b]:\n  /y "t"'],
      ['p-start-1', 'text[^1]'],
      ['footnote-start-1', '[^1]: Note.\n\n    More.'],
      ['p-start-2', 'End.'],
    ],
  },
  {
    name: 'lines that end with a lone carriage return',
    text: '# A\r\rx\ry\r',
    blocks: [
      ['h1-a-1', '# A'],
      ['p-a-1', 'x\ry'],
    ],
  },
];

describe('blocksOf', () => {
  it.each(dividedTexts)('divides $name', ({ text, blocks }) => {
    expect(blocksOf(text).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual(blocks);
  });

  it('counts lines from 1, the last one included', () => {
    const [heading, list] = blocksOf('\n# A\n\n- b\n- c\n\n');
    expect([heading?.lineStart, heading?.lineEnd, list?.lineStart, list?.lineEnd]).toEqual([2, 2, 4, 5]);
  });

  it('cuts a long heading between characters', () => {
    const [block] = blocksOf(`# ${'a'.repeat(59)}𝒳𝒴\n`);
    expect(block?.id).toBe(`h1-${'a'.repeat(59)}-1`);
  });
});

describe('blockAt', () => {
  const text = '\n# A\n\nx\n\n\ny';
  const blocks = blocksOf(text);
  it.each([
    { name: 'before the first block', offset: 0, id: undefined },
    { name: 'at the start of a block', offset: 1, id: 'h1-a-1' },
    { name: 'in the gap behind a block', offset: 7, id: 'p-a-1' },
    { name: 'at the end of the text', offset: text.length, id: 'p-a-2' },
  ])('finds the block $name', ({ offset, id }) => {
    expect(blockAt(blocks, offset)?.id).toBe(id);
  });
});

const renderedTexts: { name: string; text: string; html: string[] }[] = [
  { name: 'a paragraph', text: 'a *b*\nc', html: ['<p>a <em>b</em>\nc</p>'] },
  { name: 'a tight list', text: '- a\n- b', html: ['<ul><li>a</li><li>b</li></ul>'] },
  { name: 'a loose list', text: '- a\n\n- b', html: ['<ul><li><p>a</p></li><li><p>b</p></li></ul>'] },
  {
    name: 'tasks, also where a link has the name of their mark',
    text: '- [ ] a\n- [x] *b*\n- [ ]\n\n[x]: /y',
    html: [
      '<ul><li class="task"><input type="checkbox" disabled=""> a</li><li class="task"><input type="checkbox" disabled="" checked=""> <em>b</em></li><li>[ ]</li></ul>',
      '',
    ],
  },
  {
    name: 'a table',
    text: '| a | b |\n|---|:-:|\n| c | d |',
    html: [
      '<table><thead><tr><th>a</th><th style="text-align:center">b</th></tr></thead><tbody><tr><td>c</td><td style="text-align:center">d</td></tr></tbody></table>',
    ],
  },
  {
    name: 'code',
    text: '```ts\n<a>\n```',
    html: ['<pre><code class="language-ts">&lt;a&gt;\n</code></pre>'],
  },
  {
    name: 'front matter',
    text: '---\na: <b>\n---\n',
    html: ['<pre class="front-matter"><code>a: &lt;b&gt;\n</code></pre>'],
  },
  {
    name: 'math in text and on its own',
    text: '$a<b$ and $$c$$\n\n$$ d $$\n\n$$\ne\n$$',
    html: [
      '<p><span class="math math-inline">a&lt;b</span> and <span class="math math-display">c</span></p>',
      '<div class="math math-display"> d </div>',
      '<div class="math math-display">e\n</div>',
    ],
  },
  {
    name: 'footnotes where they are defined, numbered by their first reference',
    text: '[^b]: B\n\na[^a] b[^B] a[^a] c[^c]\n\n[^a]: A\n    *more*\n\n[^unused]: U',
    html: [
      '<ol class="footnote" start="2"><li id="footnote-2"><p>B</p><a class="footnote-back" href="#footnote-ref-2" aria-label="Back to the text"></a></li></ol>',
      '<p>a<sup class="footnote-ref"><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup> b<sup class="footnote-ref"><a href="#footnote-2" id="footnote-ref-2">[2]</a></sup> a<sup class="footnote-ref"><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup> c[^c]</p>',
      '<ol class="footnote" start="1"><li id="footnote-1"><p>A\n<em>more</em></p><a class="footnote-back" href="#footnote-ref-1" aria-label="Back to the text"></a></li></ol>',
      '<ol class="footnote" start="3"><li id="footnote-3"><p>U</p><a class="footnote-back" href="#footnote-ref-3" aria-label="Back to the text"></a></li></ol>',
    ],
  },
  {
    name: 'an address as it is written',
    text: 'http://a.b/%C3%A4',
    html: ['<p><a href="http://a.b/%C3%A4">http://a.b/%C3%A4</a></p>'],
  },
  { name: 'the name of a file, which is no address', text: 'README.md', html: ['<p>README.md</p>'] },
  { name: 'no link that runs code', text: '[a](javascript:alert)', html: ['<p>[a](javascript:alert)</p>'] },
];

describe('createRenderer', () => {
  it.each(renderedTexts)('renders $name', ({ text, html }) => {
    const renderer = createRenderer(text);
    expect(renderer.blocks.map((_, index) => renderer.html(index))).toEqual(html);
  });

  it('renders blocks in any order, and again, with the same result', () => {
    const text = 'a[^x]\n\nb[^y]\n\n[^y]: Y\n\n[^x]: X\n\n[r]\n\n[r]: /z\n';
    const forward = createRenderer(text);
    const backward = createRenderer(text);
    const all = forward.blocks.map((_, index) => forward.html(index));
    const indexes = [...backward.blocks.keys()].reverse();
    expect(indexes.map((index) => backward.html(index)).reverse()).toEqual(all);
    expect(backward.blocks.map((_, index) => backward.html(index))).toEqual(all);
  });

  it('renders nothing for a block that does not exist', () => {
    expect(createRenderer('a').html(7)).toBe('');
  });

  it('has the blocks and definitions that others make of the same text', () => {
    const text = '# A\n\n[a][B c] [^n]\n\n> [b\nC]: /x\n\n[^n]: N\n';
    const { blocks, definitions } = createRenderer(text);
    expect(blocksOf(text)).toEqual(blocks);
    expect(definitionsOf(text, blocks)).toBe(definitions);
    expect(definitionsOf(text, blocksOf(text))).toBe(definitions);
    expect(definitionsOf(text, [])).toBe(definitions);
    expect(definitions).toBe('[^n]: x\n[B C]: x');
  });
});

describe('math', () => {
  const mathIn = (text: string) =>
    createParser()
      .parse(text, {})
      .flatMap((token) => [token, ...(token.children ?? [])])
      .filter(({ type }) => type.startsWith('math'))
      .map(({ content }) => content);

  it.each([
    { text: '$x$', math: ['x'] },
    { text: '$x$ and $y$', math: ['x', 'y'] },
    { text: '($a$)-$b$.', math: ['a', 'b'] },
    { text: '$a\nb$', math: ['a\nb'] },
    { text: '$a \\$ b$', math: ['a \\$ b'] },
    { text: '$5 and $10', math: [] },
    { text: 'US$5 to A$6', math: [] },
    { text: '$5 and $10 but $x$', math: ['x'] },
    { text: '$ a$ $a $', math: [] },
    { text: '\\$a$', math: [] },
    { text: '`$a$`', math: [] },
    { text: '$$$a$$$', math: [] },
    { text: '$$\na\n\nb\n$$\nc', math: ['a\n\nb\n'] },
    { text: '$$\nnever closed', math: ['never closed'] },
    { text: '> $$\n> a\n\nb', math: ['a\n'] },
  ])('in $text is $math', ({ text, math }) => {
    expect(mathIn(text)).toEqual(math);
  });
});
