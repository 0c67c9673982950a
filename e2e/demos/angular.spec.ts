/** What only an Angular app has: a manifest by class, templates beside their classes, and two kinds of hot updates. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startAgent } from '@annotate-mcp/demo-agent';

import { expectStored } from '../support/overlay.ts';
import { expect, test } from '../support/test.ts';

const component = 'demos/angular/src/app/components/broken-card.component.ts';
const template = 'demos/angular/src/app/components/broken-card.component.html';

test('the manifest has every component with its template and selector', async ({
  page,
  opened: _,
  server,
}) => {
  const expected = {
    BrokenCardComponent: { component, template, selector: 'app-broken-card' },
    PriceTag: {
      component: 'demos/angular/src/app/components/price-tag.ts',
      selector: 'app-price-tag',
    },
  };
  const response = await page.request.get(`${server.url}__annotate/manifest`);
  expect(await response.json()).toMatchObject(expected);
  const onPage = () => page.evaluate((): unknown => Reflect.get(window, '__NG_ANNOTATE_MANIFEST__'));
  await expect.poll(onPage).toMatchObject(expected);
});

test(
  'pointing, writing and sending leave what an agent needs, and Escape goes back one step',
  { tag: '@full' },
  async ({ page, opened: overlay, server, allAnnotations }) => {
    const title = page.getByTestId('broken-title');
    await overlay.inspect();
    await title.hover();
    await expect(overlay.label).toHaveText('h2 "Specail offer" BrokenCardComponent');
    await overlay.pointAt(title);
    await expect(overlay.composer).toBeVisible();
    await expect(overlay.composer.locator('.nga-tree-path')).toContainText('App › ShopPage');
    await expect(overlay.composer.locator('.nga-input-chip')).toContainText('cents');
    await page.keyboard.press('Escape');
    await expect(overlay.composer).toBeHidden();
    await expect(overlay.hint).toBeVisible();

    await overlay.pointAt(title);
    await overlay.textarea.fill('Fix the spelling');
    await page.keyboard.press('Shift+Enter');
    await expect(overlay.composer).toBeHidden();
    await expect(overlay.hint).toBeHidden();
    await expectStored(allAnnotations, 'Fix the spelling');
    const lines = server.read(template).split('\n');
    const line = lines.findIndex((text) => text.includes('broken-title')) + 1;
    expect(await allAnnotations()).toMatchObject([
      {
        kind: 'component',
        status: 'pending',
        appId: 'demos/angular',
        componentName: 'BrokenCardComponent',
        selector: 'app-broken-card',
        componentFilePath: component,
        templateFilePath: template,
        sourceLocation: { file: template, line, column: 3 },
        inputs: { cents: 950 },
        componentTreePath: ['App', 'ShopPage'],
        annotationText: 'Fix the spelling',
      },
    ]);
  },
);

test('what an agent writes into a template is shown without a reload, and the app keeps its state', async ({
  page,
  opened: overlay,
  server,
}) => {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await page.getByTestId('add-to-cart').first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  const agent = await startAgent({ root: server.root, name: 'scripted-agent' });
  try {
    await overlay.comment(page.getByTestId('broken-title'), 'replace "Specail" with "Special"');
    await expect(page.getByTestId('broken-title')).toHaveText('Special offer');
    await expect(overlay.badge('resolved')).toBeVisible();
  } finally {
    await agent.stop();
  }
  expect(server.read(template)).toContain('Special offer');
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await expect(overlay.host).toHaveCount(1);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('a changed class loads the page again, which then has one overlay and what was being written @full', async ({
  page,
  opened: overlay,
  server,
}) => {
  test.slow();
  const title = page.getByTestId('broken-title');
  await overlay.inspect();
  await overlay.pointAt(title);
  await overlay.textarea.fill('Half a thought');
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  const original = server.read(component);
  const write = async (text: string): Promise<void> => {
    const loaded = page.waitForEvent('load');
    writeFileSync(join(server.root, component), text);
    await loaded;
  };
  await write(original.replace('Component {', 'Component {\n  readonly isEdited = true;'));
  await overlay.ready();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(false);
  await expect(overlay.host).toHaveCount(1);
  await expect(overlay.textarea).toHaveValue('Half a thought');
  // Here, so that it does not load the page of the next test.
  await write(original);
  await overlay.ready();
});

test('what is in the shadow root of a component is told with its template line', async ({
  page,
  opened: overlay,
  server,
  allAnnotations,
}) => {
  await overlay.comment(page.locator('app-roast-status .status'), 'Say when it is ready');
  const file = 'demos/angular/src/app/components/roast-status.html';
  const line =
    server
      .read(file)
      .split('\n')
      .findIndex((text) => text.includes('class="status"')) + 1;
  expect(await allAnnotations()).toMatchObject([
    {
      componentName: 'RoastStatus',
      componentFilePath: 'demos/angular/src/app/components/roast-status.ts',
      templateFilePath: file,
      sourceLocation: { file, line },
      inputs: { batch: 112 },
      componentTreePath: ['App', 'ShopPage'],
    },
  ]);
});
