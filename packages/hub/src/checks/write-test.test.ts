import { expect, it } from 'vitest';

import type { KeptState } from './kept-state.ts';
import { writeTest } from './write-test.ts';

const kept: KeptState = {
  id: '3f2a91c0-0000-4000-8000-000000000001',
  request: 'Say "Log in"',
  pageUrl: 'http://localhost:5173/login?next=%2Fcart#form',
  viewport: { width: 1280, height: 720 },
  dark: false,
  steps: [],
  target: { by: 'role', role: 'button', name: 'Log in' },
  expectations: [{ what: 'visible' }, { what: 'text', text: 'Log in', within: null }],
};

it('what is written is a test that a person can read', () => {
  expect(writeTest(kept)).toBe(`import { expect, test } from '@playwright/test';

// This test keeps what was asked for in a comment. Change it as you like: annotate-mcp finds it by its annotation.
const annotation = { type: 'annotate', description: "3f2a91c0-0000-4000-8000-000000000001" };

test("Say \\"Log in\\"", { annotation }, async ({ page, baseURL }) => {
  await page.setViewportSize({"width":1280,"height":720});
  await page.goto(new URL("/login?next=%2Fcart#form", baseURL ?? "http://localhost:5173").href);

  const target = page.getByRole("button", { name: "Log in", exact: true });
  await expect(target).toBeVisible();
  await expect(target).toContainText("Log in");
});
`);
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
  await page.locator("nav > button").click();
  // What was typed here is not recorded: write what the test needs.
  await page.locator("#name").fill("xxx");
  await page.locator("#gift").setChecked(true);
  await page.locator("#size").selectOption({ label: "Large" });
  await page.keyboard.press("Enter");
`);
});

it('what is written has no code that a page or a comment wrote', () => {
  const evil = '`${process.exit()}` "); process.exit(); //\n*/ \u2028process.exit()';
  const source = writeTest({
    ...kept,
    id: evil,
    request: evil,
    target: { by: 'selector', selector: evil },
    steps: [{ kind: 'press', key: evil, secondsBefore: 1 }],
    expectations: [
      { what: 'style', name: evil, value: evil, within: { tag: evil, text: evil } },
      { what: 'attribute', name: evil, value: null, within: null },
      { what: 'order', tag: evil, texts: [evil, evil] },
    ],
  });
  const withoutStrings = source.replace(/"(?:[^"\\\n\u2028\u2029]|\\.)*"/g, '""');
  expect(withoutStrings).not.toContain('process');
});
