import { expect, it } from 'vitest';

import { htmlText } from './shown-text.ts';

it.each([
  { name: 'text', html: 'a b', text: 'a b' },
  { name: 'tags', html: '<p>a <b class="x">b</b></p>', text: 'a b' },
  { name: 'a bracket in an attribute', html: '<a title="a > b">c</a>', text: 'c' },
  { name: 'references', html: 'a &lt; &#98; &#x63; &nope; &#0;', text: 'a < b c &nope; \uFFFD' },
  { name: 'comments', html: 'a<!-- b --><!--> c <!---> d', text: 'a c  d' },
  { name: 'a comment that is never closed', html: 'a<!-- b', text: 'a' },
  { name: 'scripts and styles', html: 'a<script>b()</script><style>c</style>d', text: 'ad' },
  { name: 'a tag that is never closed', html: 'a<b title="c', text: 'a' },
  { name: 'a bracket that opens nothing', html: 'a < b <3', text: 'a < b <3' },
])('reads $name as a browser does', ({ html, text }) => {
  const shown = htmlText(html);
  expect(shown.map((each) => each.text).join('')).toBe(text);
  for (const each of shown) expect(html.slice(each.start, each.end)).not.toBe('');
});

it('reads much of what never ends without going back', () => {
  expect(htmlText(`<a ${'"'.repeat(99_999)}`)).toEqual([]);
  expect(
    htmlText('<a "'.repeat(50_000))
      .map(({ text }) => text)
      .join(''),
  ).toBe('');
});
