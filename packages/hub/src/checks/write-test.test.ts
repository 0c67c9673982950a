import { expect, it } from 'vitest';

import type { ElementLocator } from '@annotate-mcp/core';

import type { KeptState } from './kept-state.ts';
import { writeTest } from './write-test.ts';

const kept: KeptState = {
  id: '3f2a91c0-0000-4000-8000-000000000001',
  request: 'Say "Log in"',
  pageUrl: 'http://localhost:5173/login?next=%2Fcart#form',
  viewport: { width: 1280, height: 720 },
  dark: false,
  steps: [],
  target: { locator: { by: 'role', role: 'button', name: 'Log in' } },
  expectations: [{ what: 'visible' }, { what: 'text', text: 'Log in', within: null }],
};

it('what is written is a test that a person can read', () => {
  expect(writeTest(kept)).toBe(`import { expect, test } from '@playwright/test';

// This test keeps what was asked for in a comment. Change it as you like: annotate-mcp finds it by its annotation.
const annotation = { type: 'annotate', description: '3f2a91c0-0000-4000-8000-000000000001' };

test('Say "Log in"', { annotation }, async ({ page, baseURL }) => {
  await page.goto(new URL('/login?next=%2Fcart#form', baseURL ?? 'http://localhost:5173').href);

  const target = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(target).toBeVisible();
  await expect(target).toContainText('Log in');
});
`);
});

it('has quotes and semicolons as the tests beside it', () => {
  const source = writeTest({ ...kept, request: "It's wrong" }, { quote: '"', semicolons: false });
  expect(source).toContain('test("It\'s wrong", { annotation }, async ({ page, baseURL }) => {\n');
  expect(source).toContain('  await expect(target).toContainText("Log in")\n})\n');
  expect(writeTest({ ...kept, request: "It's wrong" })).toContain('test("It\'s wrong", {');
});

it('sets the size of the window only where something depends on it', () => {
  const style = { what: 'style', name: 'color', value: 'red', within: null } as const;
  expect(writeTest({ ...kept, expectations: [style] })).toContain(
    'await page.setViewportSize({ width: 1280, height: 720 });',
  );
});

it('asserts that the page is there before it says that something is not', () => {
  const anchor = { by: 'role', role: 'heading', name: 'Shop' } as const;
  const source = writeTest({ ...kept, expectations: [{ what: 'page', anchor }, { what: 'gone' }] });
  expect(source).toContain(`
  await expect(page.getByRole('heading', { name: 'Shop', exact: true })).toBeVisible();
  const target = page.getByRole('button', { name: 'Log in', exact: true });
  await expect(target).toHaveCount(0);
`);
});

it.each<[ElementLocator, string]>([
  [{ by: 'test id', testId: 'save' }, "page.getByTestId('save')"],
  [{ by: 'id', id: 't2' }, "page.locator('#t2')"],
  [{ by: 'text', text: 'Terms' }, "page.getByText('Terms', { exact: true })"],
  [{ by: 'alt', alt: 'A cup' }, "page.getByAltText('A cup', { exact: true })"],
  [{ by: 'label', label: 'E-mail' }, "page.getByLabel('E-mail', { exact: true })"],
])('finds the element by %o', (locator, source) => {
  expect(writeTest({ ...kept, target: { locator } })).toContain(`const target = ${source};`);
});

it('repeats the steps that led there, without what was typed', () => {
  const element = { name: 'text field "Name"', selector: '#name' };
  const source = writeTest({
    ...kept,
    steps: [
      { kind: 'click', element: { name: 'button "Menu"', selector: 'nav > button' }, secondsBefore: 9 },
      { kind: 'type', element, characters: 3, secondsBefore: 5 },
      { kind: 'choose', element: { name: 'checkbox', selector: '#gift' }, choice: 'on', secondsBefore: 4 },
      {
        kind: 'choose',
        element: { name: 'selection', selector: '#size' },
        choice: 'Large',
        secondsBefore: 4,
      },
      { kind: 'request', url: '/api/cart', status: 500, secondsBefore: 3 },
      { kind: 'press', key: 'Enter', secondsBefore: 2 },
    ],
  });
  expect(source).toContain(`
  await page.locator('nav > button').click();
  // What was typed here is not recorded: write what the test needs.
  await page.locator('#name').fill('xxx');
  await page.locator('#gift').setChecked(true);
  await page.locator('#size').selectOption({ label: 'Large' });
  await page.keyboard.press('Enter');
`);
});

it('what is written has no code that a page or a comment wrote', () => {
  const evil = '`${process.exit()}` "); process.exit(); //\n*/ \u2028process.exit()';
  const source = writeTest({
    ...kept,
    id: evil,
    request: evil,
    target: { locator: { by: 'selector', selector: evil } },
    steps: [{ kind: 'press', key: evil, secondsBefore: 1 }],
    expectations: [
      { what: 'style', name: evil, value: evil, within: { tag: evil, text: evil } },
      { what: 'attribute', name: evil, value: null, within: null },
      { what: 'order', tag: evil, texts: [evil, evil], up: 1 },
    ],
  });
  const withoutStrings = source.replace(/(["'])(?:(?!\1)[^\\\n\u2028\u2029]|\\.)*\1/g, '""');
  expect(withoutStrings).not.toContain('process');
});
