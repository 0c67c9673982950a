/** On the page: selecting, commenting, highlights, elements, what survives. */
import { expect, lineIn, test } from './support/test.ts';

const sentence = 'Bring gloves, and mind the ramp.';

test('selected text opens a popup with the quote, and saving draws it and tells file and line', async ({
  review,
  server,
  allAnnotations,
}) => {
  await review.select(sentence);
  await expect(review.composer).toContainText('Bring gloves');
  await review.textarea.fill('Say which gloves');
  await review.part('save').click();
  await review.expectSent('Say which gloves');
  await expect.poll(() => review.highlights()).toContain(sentence);
  await expect(review.fab).toContainText('1');
  expect(await allAnnotations()).toMatchObject([
    {
      kind: 'text',
      annotationText: 'Say which gloves',
      anchor: { quote: sentence },
      sourceLocation: {
        file: 'demos/astro/src/content/journal/first-frost.md',
        line: lineIn(server, 'demos/astro/src/content/journal/first-frost.md', 'We open at seven'),
      },
    },
  ]);
});

for (const [name, quote, drawn] of [
  ['across elements', 'ran eleven seconds long', ['ran eleven seconds long']],
  ['with typographic quotes', 'called it “polite”', ['called it “polite”']],
  ['in a list', 'Watch the turning point, not the clock.', ['Watch the turning point, not the clock.']],
  ['in a table', 'Huila, washed', ['Huila, washed']],
  ['in code', 'roastlog add', ['roastlog add']],
] as const) {
  test(
    `a selection ${name} is one annotation`,
    { tag: name === 'across elements' ? [] : ['@full'] },
    async ({ review, allAnnotations }) => {
      await review.comment(quote, 'Look at this');
      await expect.poll(async () => (await review.highlights()).join(' ')).toContain(drawn[0]);
      const all = await allAnnotations();
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({ kind: 'text', anchor: { quote } });
    },
  );
}

test('Escape leaves nothing behind @full', async ({ review, page, allAnnotations }) => {
  await review.select(sentence);
  await expect(review.composer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review.composer).toBeHidden();
  expect(await allAnnotations()).toEqual([]);
  expect(await review.highlights()).toEqual([]);
});

test("the page's own elements are left as they were", async ({ review, page }) => {
  const before = await page.locator('main').innerHTML();
  await review.comment(sentence, 'Look at this');
  await expect.poll(() => review.highlights()).toContain(sentence);
  expect(await page.locator('main').innerHTML()).toBe(before);
});

test('a click on a highlight opens its thread, and taking it back removes the highlight', async ({
  review,
}) => {
  await review.comment(sentence, 'Look at this');
  await expect.poll(() => review.highlights()).toContain(sentence);
  await review.clickText(sentence);
  await expect(review.thread).toContainText('Look at this');
  await review.page.keyboard.press('Escape');
  await review.openPanel();
  await review.takeBack();
  await expect.poll(() => review.highlights()).toEqual([]);
});

test('scrolling dismisses an empty popup and keeps one with words', async ({ review, page }) => {
  await review.select('Cold air is dense air');
  await expect(review.composer).toBeVisible();
  await page.mouse.wheel(0, 300);
  await expect(review.composer).toBeHidden();
  await review.select('Your kettle has the same problem');
  await review.textarea.fill('Keep me');
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(review.textarea).toHaveValue('Keep me');
  await page.keyboard.press('Escape');
});

test('what was being written is there again after a reload', async ({ review, page, allAnnotations }) => {
  await review.select(sentence);
  await review.textarea.fill('Half a thought');
  await page.reload();
  await review.ready();
  await expect(review.textarea).toHaveValue('Half a thought');
  await review.part('save').click();
  await review.expectSent('Half a thought');
  expect(await allAnnotations()).toMatchObject([{ kind: 'text', anchor: { quote: sentence } }]);
});

test('highlights are there again after a reload', { tag: '@full' }, async ({ review, page }) => {
  await review.comment(sentence, 'Look at this');
  await page.reload();
  await review.ready();
  await expect.poll(() => review.highlights()).toContain(sentence);
});

test('Alt points at an element, and Alt+click comments on it', async ({ review, page, allAnnotations }) => {
  const title = page.getByTestId('article-title');
  await title.scrollIntoViewIfNeeded();
  const box = await title.boundingBox();
  if (box === null) throw new Error('No title.');
  await page.keyboard.down('Alt');
  // As a hand does: the first moves may come before the picker is loaded.
  let by = 0;
  await expect(async () => {
    await page.mouse.move(box.x + 20 + (by++ % 2), box.y + box.height / 2);
    await expect(review.part('label')).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.mouse.click(box.x + 24, box.y + box.height / 2);
  await page.keyboard.up('Alt');
  await expect(review.composer).toBeVisible();
  await review.textarea.fill('Shorter title');
  await page.keyboard.press('Control+Enter');
  await review.expectSent('Shorter title');
  await expect(review.part('annotated').first()).toBeAttached();
  expect(await allAnnotations()).toMatchObject([
    { kind: 'element', sourceLocation: { file: 'demos/astro/src/layouts/Article.astro' } },
  ]);
});

test('client-side navigation takes the highlights of a page away and brings them back', async ({
  review,
  page,
}) => {
  await review.comment(sentence, 'Look at this');
  await expect.poll(() => review.highlights()).toContain(sentence);
  await page.evaluate(() => Reflect.set(globalThis, 'sameDocument', true));
  await page.getByRole('link', { name: 'Brewing guide' }).click();
  await expect(page.getByTestId('article-title')).toHaveText('The brewing guide');
  await expect.poll(() => review.highlights()).toEqual([]);
  await review.ready();
  await page.goBack();
  await expect(page.getByTestId('article-title')).toHaveText('Notes from the first frost');
  await expect.poll(() => review.highlights()).toContain(sentence);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument') as unknown)).toBe(true);
});

for (const width of [1280, 375]) {
  test(`a page ${width} pixels wide never scrolls sideways, and nothing of the review is cut off`, async ({
    review,
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await review.openPanel();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const box = await review.panel.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1);
  });
}
