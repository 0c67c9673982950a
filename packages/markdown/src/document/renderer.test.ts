import { describe, expect, it } from 'vitest';

import { blocksOf } from './blocks.ts';
import { definitionsOf } from './definitions.ts';
import { createParser } from './parser.ts';
import { createRenderer } from './renderer.ts';

const cases: { name: string; text: string; html: string[] }[] = [
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
  it.each(cases)('renders $name', ({ text, html }) => {
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
