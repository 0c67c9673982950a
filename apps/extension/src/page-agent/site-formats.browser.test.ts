import { afterEach, describe, expect, it } from 'vitest';

import { matchesSitePattern } from '@annotate-mcp/browser-protocol';
import { siteFormats } from '@annotate-mcp/browser-protocol/site-formats';

import { formatPage, type FormattedPage } from './site-formats.ts';
import { articlePages } from './testing/article-pages.ts';
import { githubPages } from './testing/github-pages.ts';
import { searchPages } from './testing/search-pages.ts';

const pages = [...githubPages, ...searchPages, ...articlePages];

afterEach(() => {
  document.body.replaceChildren();
  document.querySelector('base')?.remove();
});

/** With the site's address as the base of its links. */
function show(html: string, url = 'https://shop.test/'): void {
  document.body.innerHTML = html;
  const base = document.createElement('base');
  base.href = url;
  document.head.append(base);
}

function problemOf(page: FormattedPage): string {
  return 'problem' in page ? page.problem : '';
}

function formatFor(url: string) {
  const address = new URL(url);
  const [format] = siteFormats.filter((each) =>
    each.pages.some((pattern) => matchesSitePattern(pattern, address)),
  );
  if (format === undefined) throw new Error(`No format is for ${url}.`);
  return format;
}

describe('the formats of sites', () => {
  it.each(pages)('$format describes $url in short', ({ format: name, url, html, text, rest = [] }) => {
    show(html, url);
    const format = formatFor(url);
    expect(format.name).toBe(name);
    const page = formatPage(format);
    expect('text' in page ? page.text.replace(/\[e\d+\]/g, '[ref]') : page).toBe(text);
    expect(page).toMatchObject({ rest });
  });

  it.each(pages)('$format says that $url does not fit once the site has changed', ({ url, html, needs }) => {
    show(html, url);
    for (const element of document.querySelectorAll(needs)) element.remove();
    expect(problemOf(formatPage(formatFor(url)))).toMatch(/^nothing matches|have no/);
  });

  it('have a page each, so that none is untested', () => {
    expect(new Set(pages.map(({ format }) => format))).toEqual(new Set(siteFormats.map(({ name }) => name)));
  });
});

describe('a format', () => {
  const orders = { name: 'orders', pages: ['shop.test/orders'] };

  it('leaves out items without a required part, and does not fit when most lack it', () => {
    const items = { selector: 'li', fields: [{ selector: 'b', required: true }] };
    show('<ul><li><b>One</b></li><li>advertisement</li></ul>');
    expect(formatPage({ ...orders, items })).toMatchObject({ text: '1. One' });
    show('<ul><li><b>One</b></li><li>x</li><li>y</li></ul>');
    expect(formatPage({ ...orders, items })).toEqual({ problem: '2 of 3 items have no "b"' });
  });

  it('says which selector is wrong', () => {
    show('<p>x</p>');
    const page = formatPage({ ...orders, heading: [{ selector: 'p:::' }] });
    expect(problemOf(page)).toContain("'p:::' is not a valid selector");
  });

  it('reads no password, no hidden value and nothing that is not shown', () => {
    show(
      '<input type=password value=hunter2><input type=hidden value=token><p>yes <span hidden>no</span></p><li hidden>no</li>',
    );
    const heading = [
      { label: 'all', selector: 'input', attribute: 'value', all: true } as const,
      { selector: 'p' },
      { selector: 'li' },
    ];
    const page = formatPage({ ...orders, heading });
    expect(JSON.stringify(page)).not.toMatch(/hunter2|token|no/);
    expect(page).toMatchObject({ text: 'all: [redacted]\nyes' });
  });

  it('shows the dialog that covers the page besides', () => {
    show('<h1>Orders</h1><div role="dialog" aria-modal="true"><button>Accept cookies</button></div>');
    const page = formatPage({ ...orders, heading: [{ selector: 'h1', required: true }] });
    expect('rest' in page ? page.rest.join() : '').toContain('aria-modal');
  });

  it('cuts long texts, long lists and long pages', () => {
    show(`<p>${'word '.repeat(200)}</p>${'<i>x</i>'.repeat(50)}${'<li>item</li>'.repeat(1_003)}`);
    const page = formatPage({
      ...orders,
      heading: [
        { selector: 'p', max: 20 },
        { selector: 'i', all: true },
      ],
      items: { selector: 'li', fields: [{ selector: '' }] },
    });
    const lines = 'text' in page ? page.text.split('\n') : [];
    expect(lines[0]).toBe('word word word word…');
    expect(lines[1]?.split(', ')).toHaveLength(20);
    expect(lines).toHaveLength(1_003);
    expect(lines.at(-1)).toBe('(1000 of 1003 items)');
  });
});
