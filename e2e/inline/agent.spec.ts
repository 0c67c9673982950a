/** What an agent hears of a review, and how the page follows what it does to the sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { startMcp } from '../support/mcp.ts';

import { article, expect, lineIn, test } from './support/test.ts';

const source = 'demos/astro/src/content/journal/first-frost.md';
const sentence = 'Bring gloves, and mind the ramp.';

test(
  'a comment notifies a subscriber of all, open and that page, once each, and of nothing else',
  { tag: '@full' },
  async ({ review, server }) => {
    await using mcp = await startMcp(server.root);
    const here = `annotations://page/${encodeURIComponent(server.url + article)}`;
    const elsewhere = `annotations://page/${encodeURIComponent(`${server.url}guide/`)}`;
    for (const uri of ['annotations://all', 'annotations://open', here, elsewhere]) {
      await mcp.request('resources/subscribe', { uri });
    }
    await using bystander = await startMcp(server.root);
    await review.comment(sentence, 'Which gloves?');
    await expect
      .poll(() => mcp.updated.toSorted())
      .toEqual(['annotations://all', 'annotations://open', here]);
    // Whatever was to come as well had the time of a whole round trip for it.
    const read = await mcp.request('resources/read', { uri: here });
    expect(JSON.stringify(read)).toContain('Which gloves?');
    expect(mcp.updated).toHaveLength(3);
    await bystander.request('resources/list');
    expect(bystander.updated).toEqual([]);
  },
);

test('the agent edits the Markdown, the page loads again, and the highlight follows the text', async ({
  review,
  page,
  server,
  allAnnotations,
}) => {
  await review.comment(sentence, 'Name the ramp');
  const [made] = await allAnnotations();
  await using mcp = await startMcp(server.root);
  const { candidates } = await mcp.call('find_source', { id: made?.id });
  expect(candidates).toMatchObject([{ file: source, line: lineIn(server, source, sentence) }]);
  await mcp.call('acknowledge', { id: made?.id });
  const file = join(server.root, source);
  const text = readFileSync(file, 'utf8');
  const after = 'Bring gloves, and mind the east ramp.';
  writeFileSync(
    file,
    text
      .replace('\n## What we changed', '\nA new paragraph above.\n\n## What we changed')
      .replace(sentence, after),
  );
  await expect(page.getByText('A new paragraph above.')).toBeVisible();
  await mcp.call('update_annotation_target', { id: made?.id, replacementText: after });
  await expect.poll(() => review.highlights()).toContain(after);
  await mcp.call('resolve', { id: made?.id, summary: 'Named it.' });
  await review.openPanel();
  await expect(review.items.first()).toContainText(/resolved|addressed|done/i);
});

test('what the agent reworded without saying so keeps its mark, and a file that was put back is told @full', async ({
  review,
  page,
  server,
  allAnnotations,
}) => {
  await review.comment(sentence, 'Warn of the ice');
  const [made] = await allAnnotations();
  await using mcp = await startMcp(server.root);
  await mcp.call('acknowledge', { id: made?.id });
  // A page that is rendered while its file is read again has no marks; then the agent looks for the file.
  await mcp.call('find_source', { id: made?.id });
  const file = join(server.root, source);
  const text = readFileSync(file, 'utf8');
  const after = 'It is slippery outside until noon.';
  writeFileSync(file, text.replace(sentence, after));
  await expect(page.locator('.prose')).toContainText(after);
  await expect.poll(() => review.highlights()).toContain(after);
  await mcp.call('resolve', { id: made?.id, summary: 'Warned.' });
  await review.openPanel();
  const item = review.items.first();
  await expect(item).toHaveAttribute('data-status', 'resolved');
  await expect(review.part('tab-page')).toContainText('(1)');
  expect((await allAnnotations())[0]).toMatchObject({ replacementText: after });
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect.poll(() => review.highlights()).toContain(after);
  writeFileSync(file, text);
  await expect(page.locator('.prose')).toContainText(sentence);
  if (!(await review.panel.isVisible())) await review.openPanel();
  await expect(item.locator('[data-nga="status"]')).toHaveText('Changed since');
});

test('a text that was deleted is shown as lost and is put nowhere else', async ({ review, page, server }) => {
  await review.comment(sentence, 'Which gloves?');
  const file = join(server.root, source);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(`We open at seven tomorrow. ${sentence}`, 'See you.'),
  );
  await expect(page.getByText('See you.')).toBeVisible();
  await expect.poll(() => review.highlights()).toEqual([]);
  await review.openPanel();
  await expect(review.items).toHaveCount(1);
  await expect(review.part('relink')).toBeVisible();
});

test(
  'every paragraph of the site is found in its source by its words alone',
  { tag: '@full' },
  async ({ page, server, store }) => {
    test.slow();
    await using mcp = await startMcp(server.root);
    let asked = 0;
    const wrong: string[] = [];
    for (const path of [
      'guide/',
      'journal/first-frost/',
      'journal/the-blue-cups/',
      'journal/slow-tuesdays/',
    ]) {
      for (const { quote, mark, around } of await readBlocks(page, server.url + path)) {
        const start = around.indexOf(quote);
        const id = crypto.randomUUID();
        const now = new Date().toISOString();
        await store.add({
          id,
          kind: 'text',
          status: 'pending',
          appId: 'demos/astro',
          authorId: crypto.randomUUID(),
          createdAt: now,
          updatedAt: now,
          annotationText: 'x',
          replies: [],
          pageUrl: server.url + path,
          pageTitle: 'x',
          anchor: {
            quote,
            contextBefore: around.slice(Math.max(0, start - 120), start),
            contextAfter: around.slice(start + quote.length, start + quote.length + 120),
            start,
            end: start + quote.length,
          },
        });
        const { candidates } = await mcp.call('find_source', { id });
        await store.remove(id);
        const [first] = candidates as { file: string; line: number }[];
        const [, file = '', line = ''] = /^(.+):(\d+):\d+$/.exec(mark) ?? [];
        asked++;
        // A fence stands above its code.
        const isRight = first?.file === file && first.line >= Number(line) && first.line <= Number(line) + 1;
        // The same words twice on a page are the first ones here.
        if (!isRight && !around.includes(quote, start + 1))
          wrong.push(`${mark} "${quote}" → ${first?.file}:${first?.line}`);
      }
    }
    expect(asked).toBeGreaterThan(70);
    expect(wrong).toEqual([]);
  },
);

interface Block {
  quote: string;
  mark: string;
  around: string;
}

/** Reads again when the page loads again meanwhile, as it does when the files of the test before are put back. */
async function readBlocks(page: Page, url: string): Promise<Block[]> {
  let blocks: Block[] = [];
  await expect(async () => {
    await page.goto(url);
    if (url.endsWith(article))
      await expect(page.locator('.prose')).toContainText(sentence, { timeout: 1_000 });
    blocks = await page
      .locator('.prose')
      .locator('p, h2, h3, li, td, th, pre')
      .evaluateAll((elements) =>
        elements.map((element) => ({
          quote: element.textContent.trim(),
          mark: element.getAttribute('data-annotate-source') ?? '',
          around: document.body.textContent,
        })),
      );
  }).toPass();
  return blocks;
}
