import { afterEach, describe, expect, it } from 'vitest';

import { page } from '../../picking/testing/input.ts';

import { readPageText } from './page-text.ts';

afterEach(() => page(''));

describe('the text of a page', () => {
  it.each<{ name: string; html: string; text: string }>([
    { name: 'collapses white space', html: '<p>One \n  two\tthree </p>', text: 'One two three' },
    { name: 'and across elements', html: '<p>One <b> two</b> <i>three</i></p>', text: 'One two three' },
    { name: 'joins what stands in a word', html: '<p>un<b>believ</b>able</p>', text: 'unbelievable' },
    { name: 'breaks between blocks', html: '<h1>Title</h1> <p>Text</p>', text: 'Title\nText' },
    { name: 'breaks at br', html: '<p>One<br>two</p>', text: 'One\ntwo' },
    { name: 'breaks between items', html: '<ul><li>One</li><li>Two</li></ul>', text: 'One\nTwo' },
    {
      name: 'separates cells and rows',
      html: '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
      text: 'A\tB\n1\t2',
    },
    { name: 'keeps code as it is', html: '<pre>if (a) {\n  b()\n}</pre>', text: 'if (a) {\n  b()\n}' },
    {
      name: 'breaks between items of a flex box',
      html: '<nav style="display:flex"><a>Home</a><a>Blog</a></nav>',
      text: 'Home\nBlog',
    },
    {
      name: 'leaves out what is not shown',
      html: '<p>Seen<span style="display:none"> no</span><span style="visibility:hidden"> no</span></p><script>no</script><style>p{}</style>',
      text: 'Seen',
    },
    {
      name: 'leaves out closed details',
      html: '<details><summary>More</summary><p>Inside</p></details>',
      text: 'More',
    },
    {
      name: 'leaves out what is typed into, and what is private',
      html: '<p>Text</p><textarea>typed</textarea><div contenteditable>typed</div><p data-annotate-redact>key</p><p data-private>Ann</p>',
      text: 'Text',
    },
  ])('$name', ({ html, text }) => {
    page(html);
    expect(readPageText(document).text).toBe(text);
  });

  it('has what is folded away only when asked for', () => {
    page('<p>Seen</p><p hidden>Hidden</p><details><summary>More</summary><p>Inside</p></details>');
    expect(readPageText(document, { hidden: true }).text).toBe('Seen\nHidden\nMore\nInside');
  });

  it('goes into open shadow roots and shows slots where they are', () => {
    page('<my-card><b slot="title">Title</b>Body</my-card><p>After</p>');
    const root = document.querySelector('my-card')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<h2>Card: <slot name="title"></slot></h2><p><slot></slot></p>';
    const read = readPageText(document);
    expect(read.text).toBe('Card: Title\nBody\nAfter');
    expect(read.roots).toEqual([root]);
  });
});

describe('a span of the text', () => {
  it('leads to the DOM and back, wherever it begins and ends', () => {
    page('<main> <p>One  <b>two</b>\n three</p> <ul><li>four</li><li><i>five</i> six</li></ul></main>');
    const read = readPageText(document);
    for (let start = 0; start < read.text.length; start++) {
      for (let end = start + 1; end <= read.text.length; end++) {
        const wanted = read.text.slice(start, end);
        if (wanted !== wanted.trim()) continue;
        const [range, ...others] = read.rangesOf({ start, end });
        expect(others).toEqual([]);
        expect(range && read.spanOf(range)).toEqual({ start, end });
      }
    }
  });

  it.each<{ name: string; from: [string, number]; to: [string, number]; text: string | null }>([
    {
      name: 'a triple click: to the start of the next block',
      from: ['#a', 0],
      to: ['#b', 0],
      text: 'One two',
    },
    { name: 'whole elements', from: ['main', 0], to: ['main', 3], text: 'One two\nThree\nfour' },
    { name: 'an element in the middle', from: ['main', 1], to: ['main', 2], text: 'Three' },
    { name: 'only a field', from: ['#field', 0], to: ['#field', 0], text: null },
  ])('is found for $name', ({ from, to, text }) => {
    page(
      '<main><p id="a">One <b>two</b></p><p id="b">Three</p><p>four</p><textarea id="field">x</textarea></main>',
    );
    const range = new Range();
    const at = ([selector, offset]: [string, number]) =>
      [document.querySelector(selector) ?? document.body, offset] as const;
    range.setStart(...at(from));
    range.setEnd(...at(to));
    const read = readPageText(document);
    const span = read.spanOf(range);
    expect(span && read.text.slice(span.start, span.end)).toBe(text);
  });

  it('has a range for each tree', () => {
    page('<p>Before</p><x-box></x-box><p>After</p>');
    const root = document.querySelector('x-box')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<p>Inside</p>';
    const read = readPageText(document);
    const ranges = read.rangesOf({ start: 0, end: read.text.length });
    expect(ranges.map(String)).toEqual(['Before', 'Inside', 'After']);
    const range = new Range();
    range.selectNodeContents(root ?? document.body);
    expect(read.spanOf(range)).toEqual({ start: 7, end: 13 });
  });
});
