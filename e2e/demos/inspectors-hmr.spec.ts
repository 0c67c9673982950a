/** Lines stay right while the file is edited: somebody writes above what is pointed at, and the page updates in place. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test } from '../support/test.ts';

const files = {
  react: 'demos/react/src/components/ProductCard.tsx',
  vue: 'demos/vue/src/components/ProductCard.vue',
  svelte: 'demos/svelte/src/components/ProductCard.svelte',
} as const;

/** What is pointed at in the second card, and what stands on its line. */
const targets: { name: string; find: (page: Page) => ReturnType<Page['locator']>; lineText: string }[] = [
  { name: 'the root', find: (page) => card(page).locator('.bag'), lineText: 'class="bag"' },
  { name: 'a heading', find: (page) => card(page).getByTestId('product-title'), lineText: 'product-title' },
  {
    name: 'the second of two alike',
    find: (page) => card(page).locator('.hint:not(.hot)').nth(1),
    lineText: 'Roasted',
  },
  { name: 'an item of a list', find: (page) => card(page).locator('.tags li').nth(1), lineText: '<li' },
  {
    name: 'what stands behind a component',
    find: (page) => card(page).getByTestId('add-to-cart'),
    lineText: 'add-to-cart',
  },
];

for (const [name, file] of Object.entries(files)) {
  test.describe(name, () => {
    test.skip(({ demo }) => demo !== name, `runs on the ${name} demo`);

    test('what is pointed at after hot updates is told with the line it is on now', async ({
      page,
      opened: overlay,
      server,
      allAnnotations,
    }) => {
      test.slow();
      const original = server.read(file);
      const path = join(server.root, file);
      try {
        await page.evaluate(() => Object.assign(window, { notReloaded: true }));
        for (const round of [1, 2]) {
          writeFileSync(path, edited(original, name, round));
          await expect(page.getByTestId('hot').nth(1)).toHaveText(`Round ${round}`);
          for (const target of targets) {
            await overlay.comment(target.find(page), `${target.name} in round ${round}`);
          }
          await expect.poll(async () => (await allAnnotations()).length).toBe(round * targets.length);
          const source = server.read(file).split('\n');
          const found = await allAnnotations();
          const lines = targets.map((target) => {
            const text = `${target.name} in round ${round}`;
            const annotation = found.find(({ annotationText }) => annotationText === text);
            const place =
              annotation !== undefined && 'sourceLocation' in annotation
                ? annotation.sourceLocation
                : undefined;
            return `${target.name}: ${place?.file ?? ''}:${source[(place?.line ?? 0) - 1] ?? ''}`;
          });
          const marks = targets.map(
            ({ name: what, lineText }) =>
              expect.stringMatching(
                new RegExp(`^${what}: ${file}:.*${lineText.replace('class=', 'class(Name)?=')}`),
              ) as string,
          );
          expect(lines).toEqual(marks);
        }
        expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
      } finally {
        writeFileSync(path, original);
      }
    });
  });
}

function card(page: Page) {
  return page.getByTestId('product-card').nth(1);
}

/** Lines above everything, and an element above what is pointed at. */
function edited(text: string, name: string, round: number): string {
  const notes = (name === 'react' ? '// A note.\n' : '<!-- A note. -->\n').repeat(round * 3);
  const hot = `<p data-testid="hot" ${name === 'react' ? 'className' : 'class'}="hint hot">Round ${round}</p>\n`;
  return (
    notes +
    text.replace(/( *)(<h2 data-testid="product-title")/, (_, indent: string, tag: string) => {
      return (indent + hot).repeat(round) + indent + tag;
    })
  );
}
