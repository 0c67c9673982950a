import { render } from 'preact';
import { expect, it } from 'vitest';

import { FileChip } from './file-chip.tsx';
import { markdownNodes, markdownText } from './markdown-nodes.ts';

function drawn(text: string): HTMLElement {
  const place = document.createElement('div');
  render(
    <div>
      {markdownNodes(text, (path) => (
        <FileChip path={path} class="nga-file" />
      ))}
    </div>,
    place,
  );
  return place;
}

it('shows emphasis, lists and code', () => {
  const place = drawn('Done **now**:\n\n- one\n- two\n\n```js\na < b\n```\n\n1. *x*');
  expect(place.querySelector('strong')?.textContent).toBe('now');
  expect(place.querySelectorAll('ul > li')).toHaveLength(2);
  expect(place.querySelector('ul p')).toBeNull();
  expect(place.querySelector('pre code')?.textContent).toBe('a < b');
  expect(place.querySelector('ol em')?.textContent).toBe('x');
});

it('keeps short code on one line, and breaks what would be wider than the panel', () => {
  const place = drawn(`\`npm run dev-all\` and \`${'x'.repeat(40)}\``);
  const codes = [...place.querySelectorAll('code')].map(({ className }) => className);
  expect(codes).toEqual(['nga-code-short', '']);
});

it('keeps every tag as text', () => {
  const text = '<script>alert(1)</script> <img src=x onerror=alert(1)>';
  const place = drawn(text);
  expect(place.textContent).toBe(text);
  expect(place.querySelector('script, img')).toBeNull();
});

const links = [
  { href: 'https://example.org/a', link: true },
  { href: 'mailto:a@example.org', link: true },
  { href: 'javascript:alert(1)', link: false },
  { href: 'JaVaScRiPt:alert(1)', link: false },
  { href: 'data:text/html,x', link: false },
  { href: 'vscode://open/x', link: false },
  { href: '/logout', link: false },
];
for (const { href, link } of links)
  it(`${link ? 'links' : 'does not link'} ${href}`, () => {
    const anchor = drawn(`[here](${href})`).querySelector('a');
    expect(anchor?.getAttribute('href') ?? null).toBe(link ? href : null);
    if (link) expect([anchor?.rel, anchor?.target]).toEqual(['noopener noreferrer', '_blank']);
  });

it('fetches no pictures and shows what they are', () => {
  const place = drawn('![a cat](https://example.org/cat.png)');
  expect(place.querySelector('img')).toBeNull();
  expect(place.textContent).toBe('a cat');
});

it('shows files as chips, in text and in code', () => {
  const place = drawn(
    'Changed src/app/card.ts:12 and `card.html:3`, see https://example.org/x.html and e.g. this.',
  );
  const files = [...place.querySelectorAll('.nga-file')].map(({ textContent }) => textContent);
  expect(files).toEqual(['src/app/card.ts:12', 'card.html:3']);
});

it.each([
  ['Set `IMPORT_MAX_ROWS` and **snake_case_name**.', 'Set IMPORT_MAX_ROWS and snake_case_name.'],
  ['IMPORT_MAX_ROWS is 2*3*4 > 5, see #12', 'IMPORT_MAX_ROWS is 2*3*4 > 5, see #12'],
  ['# Done\n\n- one\n- two\n\n> said\nso', 'Done one two said so'],
  ['```\na_b = *c\n```', 'a_b = *c'],
  ['<b>kept</b> ![a *cup*](cup.png)', '<b>kept</b> a *cup*'],
])('tells the words of %j without their markup', (text, words) => {
  expect(markdownText(text)).toBe(words);
});
