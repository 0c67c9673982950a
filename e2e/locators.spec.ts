/** The locators that checks are written with, tried with Playwright itself: each finds its element and no other. */
import { join } from 'node:path';

import { expect, type Locator, type Page, test } from '@playwright/test';

import type { ElementLocator } from '@annotate-mcp/core';

import { serveModule, type ServedModule } from './served-module.ts';

const finder = join(import.meta.dirname, '../packages/overlay/src/proof/find-locator.ts');

interface FinderModule {
  findLocator: (element: Element) => ElementLocator;
  findAnchor: (element: Element | null) => ElementLocator | null;
}

/** By the attribute `data-case`: how the element is found; the kind alone where its words do not matter. */
const cases: Record<string, Partial<ElementLocator>> = {
  terms: { by: 'role', role: 'link', name: 'Terms' },
  'test id': { by: 'test id', testId: 'save' },
  id: { by: 'id', id: 't2' },
  'counted id': { by: 'role', role: 'button', name: 'Menu' },
  labelled: { by: 'role', role: 'textbox', name: 'E-mail' },
  'labelled twice': { by: 'role', role: 'checkbox', name: 'Gift' },
  password: { by: 'role', role: 'textbox', name: 'Password' },
  badge: { by: 'label', label: 'Two new' },
  image: { by: 'role', role: 'img', name: 'A cup of coffee' },
  decorated: { by: 'text', text: 'Decorated' },
  heading: { by: 'role', role: 'heading', name: 'Fresh off the boat' },
  spaced: { by: 'role', role: 'button', name: 'Log in now' },
  described: { by: 'role', role: 'button', name: 'Close the dialog' },
  referenced: { by: 'role', role: 'button', name: 'Delete Tea' },
  'hidden part': { by: 'role', role: 'button', name: 'Save' },
  paragraph: { by: 'text', text: 'Three origins in one box.' },
  'paragraph with parts': { by: 'text', text: 'Only this week' },
  'twin one': { by: 'selector' },
  'twin two': { by: 'selector' },
  hidden: { by: 'selector' },
  shadow: { by: 'role', role: 'button', name: 'In the shadow' },
  row: { by: 'text' },
  select: { by: 'role', role: 'combobox', name: 'Size' },
  number: { by: 'role', role: 'spinbutton', name: 'Amount' },
  submit: { by: 'role', role: 'button', name: 'Send' },
  tab: { by: 'role', role: 'tab', name: 'Details' },
  alt: { by: 'alt', alt: 'Map' },
};

const html = `
<style>.decorated::before { content: "→ "; } .empty::before { content: ""; }</style>
<h1 data-case="heading" class="empty">Fresh <em>off</em> the boat</h1>
<a data-case="terms" href="/terms" title="Terms of service">Terms</a>
<button data-case="test id" data-testid="save">x</button>
<ul><li id="t1">One</li><li data-case="id" id="t2">Two</li></ul>
<button data-case="counted id" id="radix-12">Menu</button>
<label>E-mail <input data-case="labelled"></label>
<label for="gift">Gift</label><input data-case="labelled twice" type="checkbox" id="gift-123" aria-label="Gift">
<label for="pass-9999">Password</label><input data-case="password" type="password" id="pass-9999">
<div data-case="badge" aria-label="Two new"></div>
<img data-case="image" alt="A cup of coffee" src="data:,">
<button data-case="decorated" class="decorated">Decorated</button>
<button data-case="spaced">  Log <b>in</b>
  now </button>
<button data-case="described" aria-label="Close the dialog">×</button>
<span id="tea-name">Tea</span><button data-case="referenced" id="del-1001" aria-label="Delete" aria-labelledby="del-1001 tea-name">y</button>
<button data-case="hidden part">Save<span hidden> all</span><span aria-hidden="true"> now</span></button>
<p data-case="paragraph">Three origins in one box.</p>
<p data-case="paragraph with parts">Only <b>this</b> week</p>
<section><button data-case="twin one">Buy</button><button data-case="twin two">Buy</button></section>
<div aria-hidden="true"><button data-case="hidden"><i></i></button></div>
<shop-card></shop-card>
<table><tbody><tr data-case="row"><td>Tea</td><td>3 €</td></tr><tr><td>Milk</td><td>2 €</td></tr></tbody></table>
<label>Size <select data-case="select"><option>S</option><option>M</option></select></label>
<input data-case="number" type="number" aria-label="Amount">
<input data-case="submit" type="submit" value="Send">
<div role="tablist"><button role="tab" data-case="tab">Details</button></div>
<div aria-hidden="true"><img data-case="alt" alt="Map" src="data:,"></div>`;

let served: ServedModule;

test.beforeAll(async () => {
  served = await serveModule(finder);
});

test.afterAll(() => served[Symbol.asyncDispose]());

test('each element is found as Playwright finds it, and nothing else is', async ({ page }) => {
  await page.goto(served.pageUrl);
  await page.evaluate((text) => {
    document.body.innerHTML = text;
    const card = document.querySelector('shop-card');
    if (card === null) throw new Error('There is no card.');
    card.attachShadow({ mode: 'open' }).innerHTML = '<button data-case="shadow">In the shadow</button>';
  }, html);
  const found: Record<string, ElementLocator> = {};
  for (const name of Object.keys(cases)) {
    const element = page.locator(`[data-case="${name}"]`);
    const locator = await element.evaluate(async (one, url) => {
      const { findLocator } = (await import(url)) as FinderModule;
      return findLocator(one);
    }, served.moduleUrl);
    found[name] = locator;
    const located = locate(page, locator);
    expect(await located.count(), name).toBe(1);
    expect(await located.getAttribute('data-case'), name).toBe(name);
  }
  expect(found).toMatchObject(cases);
});

test('what shows that the page is there is no part of what was removed', async ({ page }) => {
  await page.goto(served.pageUrl);
  const anchors = await page.evaluate(async (url) => {
    document.body.innerHTML = '<nga-overlay></nga-overlay><main><h1>Shop</h1></main><p>Imprint</p>';
    const { findAnchor } = (await import(url)) as FinderModule;
    return [findAnchor(null), findAnchor(document.querySelector('main'))];
  }, served.moduleUrl);
  expect(anchors).toEqual([
    { by: 'role', role: 'heading', name: 'Shop' },
    { by: 'text', text: 'Imprint' },
  ]);
});

function locate(page: Page, locator: ElementLocator): Locator {
  switch (locator.by) {
    case 'test id':
      return page.getByTestId(locator.testId);
    case 'id':
      return page.locator(`#${locator.id}`);
    case 'role':
      return page.getByRole(locator.role as Parameters<Page['getByRole']>[0], {
        name: locator.name,
        exact: true,
      });
    case 'text':
      return page.getByText(locator.text, { exact: true });
    case 'alt':
      return page.getByAltText(locator.alt, { exact: true });
    case 'label':
      return page.getByLabel(locator.label, { exact: true });
    case 'selector':
      return page.locator(locator.selector);
  }
}
