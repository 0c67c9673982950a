import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { findSourceCandidates, type SearchedPassage } from './source-candidates.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'annotate source '));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const find = async (files: Record<string, string>, wanted: string | Partial<SearchedPassage>) => {
  const passage = {
    quote: '',
    before: '',
    after: '',
    ...(typeof wanted === 'string' ? { quote: wanted } : wanted),
  };
  const candidates = await findSourceCandidates(project(files), passage);
  return candidates.map(({ file, line }) => `${file}:${line}`);
};

describe('a passage of a page is found in', () => {
  it.each([
    [
      'quotes that became typographic',
      'a.md',
      'She said\n"it\'s fine" -- twice.',
      'said “it’s fine” – twice.',
      1,
    ],
    [
      'emphasis and a link',
      'a.md',
      'x\n\nIt is **very [go\\*od](/a_(b)_c "t")** here.',
      'very go*od here',
      3,
    ],
    ['a reference', 'a.md', 'See [the card][card], or not.\n\n[card]: /x', 'See the card, or not.', 1],
    ['a soft wrap', 'a.md', '---\ntitle: x\n---\n\nbegins here and\nends there', 'and ends', 5],
    ['entities', 'a.md', 'caf&eacute;&nbsp;&mdash; 4&#8202;&euro; &amp; tea', 'café — 4 € & tea', 1],
    ['a heading', 'a.md', 'x\n\n### What `we` did ###\n', 'What we did', 3],
    ['items of a list', 'a.md', '1. One thing.\n2. Another\n   - inside', 'thing.\nAnother\ninside', 1],
    [
      'cells of a table',
      'a.md',
      '| a | b |\n| --- | --: |\n| Huila, *washed* | 84.5 |',
      'Huila, washed\t84.5',
      3,
    ],
    ['code', 'a.md', 'x\n\n```sh\nroast --charge 208\n```\nNext.', 'roast --charge 208 Next.', 4],
    ['a quotation', 'a.md', '> Most days\n> the weather talks.', 'days the weather', 1],
    ['Windows line ends', 'a.md', 'one\r\n\r\ntwo *three*\r\nfour', 'two three four', 3],
    ['decomposed letters', 'a.md', 'x\nCafe\u0301 am Rhein', 'Café am', 2],
    [
      'an address that is shown',
      'a.md',
      'Write to <https://harbor.example/post> soon.',
      'harbor.example/post soon',
      1,
    ],
    [
      'tags with attributes',
      'a.astro',
      '<p\n  title="a > b">\n  Made <em class={x}>by</em> hand.\n</p>',
      'Made by hand.',
      3,
    ],
    [
      'a string with escapes',
      'a.ts',
      'export const a = "one line\\nand the next";',
      'one line and the next',
      1,
    ],
    ['another script', 'a.md', '# 港\n\n海辺の**珈琲**店です。', '珈琲店です', 3],
  ])('%s', async (_, file, source, quote, line) => {
    expect(await find({ [file]: source, 'other.md': 'Nothing of the kind.' }, quote)).toEqual([
      `${file}:${line}`,
    ]);
  });

  it('front matter, although the element is written in a layout', async () => {
    const files = { 'post.md': '---\ntitle: First frost\n---\n', 'layout.astro': '<h1>{title}</h1>' };
    expect(await find(files, { quote: 'First frost', near: { file: 'layout.astro', line: 1 } })).toEqual([
      'post.md:2',
    ]);
  });
});

describe('of several places the first is', () => {
  const twice = { 'a.md': 'The red door.\n\nOpen it.\n\nThe blue door.\n\nOpen it.\n' };

  it('the one with the same words around it', async () => {
    expect(await find(twice, { quote: 'Open it.', before: 'The blue door.\n', after: '' })).toEqual([
      'a.md:7',
    ]);
  });

  it('listed with the others if they are equal', async () => {
    expect(await find(twice, 'Open it.')).toEqual(['a.md:3', 'a.md:7']);
  });

  it('in the file that the page names', async () => {
    const files = { 'a.md': 'Open daily.', 'b.md': '\n\nOpen daily.' };
    expect(await find(files, { quote: 'Open daily.', near: { file: 'b.md', line: 1 } })).toEqual([
      'b.md:3',
      'a.md:1',
    ]);
  });

  it('in the file that is named like the page', async () => {
    const files = { 'a.md': 'Open daily.', 'content/frost.md': 'Open daily.' };
    expect(
      await find(files, { quote: 'Open daily.', pageUrl: 'http://localhost:4321/journal/frost/' }),
    ).toEqual(['content/frost.md:1', 'a.md:1']);
  });

  it('not in data or a test', async () => {
    const files = { 'a.json': '"Open daily."', 'b.test.ts': "'Open daily.'", 'c.md': 'Open **daily**.' };
    expect((await find(files, 'Open daily.'))[0]).toBe('c.md:1');
  });
});

it('finds most of a passage that has changed', async () => {
  const source = 'The first frost came in over the harbor on Monday night, and the ramp was glass.';
  expect(await find({ 'a.md': `x\n${source}` }, source.replace('Monday', 'Sunday'))).toEqual(['a.md:2']);
});

it('leaves out the file of the store', async () => {
  const root = project({ 'review.json': '"Open daily."' });
  const wanted = { quote: 'Open daily.', before: '', after: '', storeFile: join(root, 'review.json') };
  expect(await findSourceCandidates(root, wanted)).toEqual([]);
});

it.each(['', '  ', '—'])('finds nothing for %j that no file has', async (quote) => {
  expect(await find({ 'a.md': 'Open daily.' }, quote)).toEqual([]);
});
