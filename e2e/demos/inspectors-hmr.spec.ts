/** Lines stay right while the file is edited above the element that is pointed at, and the page updates in place. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import type { Annotation } from '@annotate-mcp/core';

import { expect, test } from '../support/test.ts';

const files = {
  angular: 'demos/angular/src/app/components/product-card.html',
  react: 'demos/react/src/components/ProductCard.tsx',
  vue: 'demos/vue/src/components/ProductCard.vue',
  svelte: 'demos/svelte/src/components/ProductCard.svelte',
} as const;

/** What is pointed at in the second card, and what stands on its line. */
const targets: { name: string; find: (page: Page) => Locator; line: RegExp }[] = [
  { name: 'a box', find: (page) => card(page).locator('.bag'), line: /<div class(Name)?="bag"/ },
  { name: 'a heading', find: (page) => card(page).getByTestId('product-title'), line: /<h2 .*product-title/ },
  {
    name: 'the second of two alike',
    find: (page) => card(page).locator('.hint').last(),
    line: /<p .*Roasted/,
  },
  { name: 'an item of a list', find: (page) => card(page).locator('.tags li').nth(1), line: /<li.*note/ },
  { name: 'a button', find: (page) => card(page).getByTestId('add-to-cart'), line: /<button .*add-to-cart/ },
];

for (const [name, file] of Object.entries(files)) {
  test.describe(name, () => {
    test.skip(({ demo }) => demo !== name, `runs on the ${name} demo`);

    test(
      'what is pointed at after hot updates is told with the line it is on now @full',
      { tag: '@once' },
      async ({ page, opened: overlay, server, store, allAnnotations }) => {
        test.slow();
        const original = server.read(file);
        const path = join(server.root, file);
        // So tall that no notice of the overlay lies over what is pointed at.
        await page.setViewportSize({ width: 1_280, height: 1_400 });
        await page.evaluate(() => Object.assign(window, { notReloaded: true }));
        try {
          for (const round of [1, 2]) {
            writeFileSync(path, edited(original, name, round));
            await expect(card(page).getByTestId('hot').first()).toHaveText(`Round ${round}`);
            for (const { name: what, find, line } of targets) {
              const text = `${what}, round ${round}`;
              await overlay.comment(find(page), text);
              await expect.poll(async () => placeOf(await allAnnotations(), text)?.file, text).toBe(file);
              const place = placeOf(await allAnnotations(), text);
              expect(server.read(file).split('\n')[(place?.line ?? 0) - 1], text).toMatch(line);
              // Otherwise its badge lies over what is pointed at in the next round.
              for (const { id } of await allAnnotations()) await store.remove(id);
              await expect(overlay.badges).toHaveCount(0);
            }
          }
          expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
        } finally {
          writeFileSync(path, original);
        }
      },
    );
  });
}

test.describe('react', () => {
  test.skip(({ demo }) => demo !== 'react', 'what a component returns is known by its stack only in React');

  test(
    'what a component returns is told from a lookalike that was written above it',
    { tag: '@full' },
    async ({ page, opened: overlay, server, allAnnotations }) => {
      const file = 'demos/react/src/components/BrokenCard.tsx';
      const early = '  if (cents < 0) return <section className="card offer">Sold out</section>;\n  return (';
      const text = server.read(file).replace('  return (', early).replace('Specail', 'Hot');
      writeFileSync(join(server.root, file), `// A note.\n${text}`);
      await expect(page.getByTestId('broken-title')).toHaveText('Hot offer');
      await overlay.inspect();
      const box = await page.getByTestId('broken-card').boundingBox();
      if (box === null) throw new Error('There is no card.');
      await page.mouse.click(box.x + 4, box.y + 4);
      await overlay.textarea.fill('The whole card');
      await page.keyboard.press('Control+Enter');
      await expect.poll(async () => placeOf(await allAnnotations(), 'The whole card')?.file).toBe(file);
      const place = placeOf(await allAnnotations(), 'The whole card');
      expect(server.read(file).split('\n')[(place?.line ?? 0) - 1]).toContain('broken-card');
    },
  );
});

function card(page: Page): Locator {
  return page.getByTestId('product-card').nth(1);
}

function placeOf(annotations: readonly Annotation[], text: string) {
  const found = annotations.find(({ annotationText }) => annotationText === text);
  return found !== undefined && 'sourceLocation' in found ? found.sourceLocation : undefined;
}

/** Lines above everything, and elements above what is pointed at. */
function edited(text: string, name: string, round: number): string {
  const notes = (name === 'react' ? '// A note.\n' : '<!-- A note. -->\n').repeat(round * 3);
  const hot = `<p data-testid="hot" ${name === 'react' ? 'className' : 'class'}="hint">Round ${round}</p>\n`;
  const heading = /( *)(<h2 data-testid="product-title")/;
  return (
    notes +
    text.replace(
      heading,
      (_, indent: string, tag: string) => `${(indent + hot).repeat(round)}${indent}${tag}`,
    )
  );
}
