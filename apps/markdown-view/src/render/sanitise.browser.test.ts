import { afterEach, describe, expect, it } from 'vitest';

import { allRendered, closePanel, openPanel } from '../document/testing/panel-page.ts';

declare global {
  var pwned: unknown;
}

afterEach(() => {
  closePanel();
  delete globalThis.pwned;
});

async function shown(text: string): Promise<HTMLElement> {
  return allRendered(openPanel(text).panel);
}

const scripts: readonly (readonly [name: string, markdown: string])[] = [
  ['a script', '<script>globalThis.pwned = 1</script>\n\nText'],
  ['a script in a paragraph', 'Text <script>globalThis.pwned = 1</script> more'],
  ['a handler', '<img src="data:image/png;base64,x" onerror="globalThis.pwned = 1">'],
  ['SVG with a script', '<svg onload="globalThis.pwned = 1"><script>globalThis.pwned = 1</script></svg>'],
  [
    'SVG that animates an address',
    '<svg><a><animate attributeName="href" values="javascript:pwned=1"/><text>x</text></a></svg>',
  ],
  ['a frame', '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>'],
  ['an object', '<object data="javascript:pwned=1"></object><embed src="javascript:pwned=1">'],
  [
    'MathML around HTML',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned=1&gt;">',
  ],
  ['a handler in a fence', '```html" onmouseover="pwned=1\n<img src=x onerror=pwned=1>\n```'],
  ['a handler on details', '<details open ontoggle="globalThis.pwned = 1">x</details>'],
  ['a form', '<form action="javascript:pwned=1"><button autofocus onfocus="pwned=1">x</button></form>'],
  [
    'a base and a refresh',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:pwned=1">',
  ],
];

describe('code in a document', () => {
  it.each(scripts)('does not run: %s', async (_, markdown) => {
    const element = await shown(markdown);
    for (const link of element.querySelectorAll<HTMLElement>('*')) link.click();
    await handlersHaveRun();
    expect(globalThis.pwned).toBeUndefined();
    expect(
      element.querySelector('script,svg,iframe,object,embed,form,button,base,meta,style,link'),
    ).toBeNull();
    expect(
      [...element.querySelectorAll('*')]
        .flatMap((one) => one.getAttributeNames())
        .filter((name) => name.startsWith('on')),
    ).toEqual([]);
  });
});

describe('links', () => {
  it.each([
    '[x](javascript:pwned=1)',
    '[x](JaVaScRiPt:pwned=1)',
    '[x](&#106;avascript:pwned=1)',
    '[x](vbscript:x)',
    '[x](data:text/html,<script>pwned=1</script>)',
    '<a href="javascript:pwned=1">x</a>',
    '<a href="java&#9;script:pwned=1">x</a>',
    '<a href=" &#14; javascript:pwned=1">x</a>',
    '<javascript:pwned=1>',
  ])('%s is dead', async (markdown) => {
    const page = openPanel(markdown);
    const element = await allRendered(page.panel);
    for (const link of element.querySelectorAll('a')) link.click();
    expect(element.querySelector('a[href]')).toBeNull();
    expect(page.links).toEqual([]);
    expect(globalThis.pwned).toBeUndefined();
  });

  it('are reported and never followed by the frame', async () => {
    const page = openPanel(
      '[a](https://example.com/) [b](other.md) [c](mailto:x@example.com) https://example.org',
    );
    const element = await allRendered(page.panel);
    const here = location.href;
    for (const link of element.querySelectorAll('a')) link.click();
    expect(page.links).toEqual([
      'https://example.com/',
      'other.md',
      'mailto:x@example.com',
      'https://example.org',
    ]);
    expect(location.href).toBe(here);
  });

  it('within the document lead to headings and footnotes', async () => {
    const filler = 'Words.\n\n'.repeat(200);
    const page = openPanel(
      `[down](#far-away) note[^1]\n\n${filler}## Far away!\n\n${filler}[^1]: The note.\n`,
    );
    const element = await allRendered(page.panel);
    element.querySelector<HTMLElement>('a[href="#far-away"]')?.click();
    await expect.poll(() => inView(element.querySelector('h2'))).toBe(true);
    element.querySelector<HTMLElement>('a[href="#footnote-1"]')?.click();
    await expect.poll(() => inView(element.querySelector('ol.footnote'))).toBe(true);
    expect(page.links).toEqual([]);
  });
});

describe('a document', () => {
  it('cannot restyle the view', async () => {
    const element = await shown(
      '<style>body{display:none!important}</style><link rel="stylesheet" href="data:text/css,body{display:none}">\n\n<div style="position:fixed;inset:0;z-index:99" class="nga-panel document" id="body">over it</div>\n\n<p align="center">middle</p>',
    );
    expect(getComputedStyle(document.body).display).toBe('block');
    const over = [...element.querySelectorAll('div')].find(({ textContent }) => textContent === 'over it');
    expect([over?.className, over?.getAttribute('style'), over?.id]).toEqual(['', null, 'user-content-body']);
  });

  it('shows inline pictures and the descriptions of all others, and requests nothing', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const element = await shown(
      `![inline](${dot}) ![beside](./a.png) ![plain](http://example.com/a.png) ![safe](https://example.com/a.png) ![](x.png) <img src="//example.com/a.png" alt="scheme">`,
    );
    expect([...element.querySelectorAll('img')].map(({ src }) => src)).toEqual([dot]);
    const stands = [...element.querySelectorAll<HTMLElement>('.picture')];
    expect(stands.map(({ dataset }) => dataset.alt)).toEqual(['beside', 'plain', 'safe', '', 'scheme']);
  });

  it('reads from right to left where its words do, with lists and quotes', async () => {
    const element = await shown('English.\n\nنص عربي\n\n- عنصر\n\n  نص\n\n> اقتباس\n');
    const directions = [...element.querySelectorAll('p,ul,blockquote')].map(
      (one) => getComputedStyle(one).direction,
    );
    expect(directions).toEqual(['ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'rtl']);
  });

  it('keeps the alignment of table columns', async () => {
    const element = await shown('| a | b |\n| - | -: |\n| 1 | 2 |\n');
    expect(getComputedStyle(element.querySelector('td:last-child') ?? element).textAlign).toBe('right');
  });

  it('colours code whose language it knows, and leaves the words of all code alone', async () => {
    const element = await shown(
      '```ts\nconst a = "<b>";\n```\n\n```unknown\nconst a = 1;\n```\n\n```\nplain\n```\n',
    );
    const [known, unknown, plain] = element.querySelectorAll('pre > code');
    expect(known?.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(known?.textContent).toBe('const a = "<b>";\n');
    expect([unknown?.childElementCount, plain?.childElementCount]).toEqual([0, 0]);
  });
});

function inView(element: Element | null): boolean {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
}

/** An image that is asked for after those of the document has failed, so their handlers would have run before it. */
async function handlersHaveRun(): Promise<void> {
  const image = new Image();
  const failed = new Promise((resolve) => image.addEventListener('error', resolve));
  image.src = '/no-such-image';
  await failed;
}
