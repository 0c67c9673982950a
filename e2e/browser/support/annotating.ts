/** A person who annotates a page with the extension's overlay, whose shadow root is closed to us as to the page. */
import { type Browser, chromium, expect, type Page } from '@playwright/test';

import type { Annotation } from '@annotate-mcp/core';
import { openStore } from '@annotate-mcp/store';

import type { Chrome } from './chrome.ts';

/** A page as the person has it in front, with the overlay on it. */
export async function annotate(
  chrome: Chrome,
  url: string,
): Promise<{ page: Page; browser: Browser; tabId: number }> {
  const browser = await chromium.connectOverCDP(chrome.endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('No window.');
  const page = await context.newPage();
  await page.goto(url);
  const tabId = await chrome.inWorker<number>(
    `chrome.tabs.query({}).then((tabs) => tabs.findLast(({ url }) => url === ${JSON.stringify(url)}).id)`,
  );
  const answer = await chrome.inPopup<{ problem: string | null }>(
    `chrome.runtime.sendMessage({ type: 'popup:annotate', tabId: ${tabId} })`,
  );
  expect(answer.problem).toBeNull();
  await page.bringToFront();
  return { page, browser, tabId };
}

export const overlay = 'nga-overlay';

/** Its shadow root is closed, to us as to the page: where the focus is tells how far it is. */
export async function comment(page: Page, text: string, selector = 'h1'): Promise<void> {
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(async () => {
    await page.locator(selector).hover({ force: true });
    await page.mouse.down();
    await page.mouse.up();
    const focused = await page.evaluate(() => document.activeElement?.localName);
    expect(focused).toBe(overlay);
  }).toPass();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
}

export async function stored(root: string): Promise<Annotation[]> {
  const store = await openStore(undefined, { root });
  const { annotations } = await store.list({}, { limit: 100 });
  await store.close();
  return annotations;
}

export interface SeenNode {
  readonly role: string;
  readonly name: string;
  /** Of a button that is on or off. */
  readonly isPressed: boolean;
  /** Clicks in the middle of it. */
  click(): Promise<void>;
}

/** What is on the page for assistive technology, which sees through closed shadow roots. */
export async function seen(page: Page): Promise<SeenNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [], backendDOMNodeId }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      isPressed: properties.some(({ name: key, value }) => key === 'pressed' && value.value === 'true'),
      click: async () => {
        if (backendDOMNodeId === undefined) throw new Error('This has no element.');
        const { model } = await session.send('DOM.getBoxModel', { backendNodeId: backendDOMNodeId });
        const [left = 0, top = 0, , , right = 0, bottom = 0] = model.content;
        await page.mouse.click((left + right) / 2, (top + bottom) / 2);
      },
    }));
}

/** Waits for it. */
export async function findSeen(page: Page, role: string, name: RegExp): Promise<SeenNode> {
  let found: SeenNode | undefined;
  await expect
    .poll(async () => {
      found = (await seen(page)).find(
        (node) => node.role.toLowerCase().includes(role) && name.test(node.name),
      );
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error('It was there a moment ago.');
  return found;
}
