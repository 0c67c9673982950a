/** The popup as a page of Playwright, and what axe finds in it. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';

import { extensionId } from '@annotate-mcp/browser-protocol';

import type { Chrome } from './chrome.ts';
import { expect } from './test.ts';

export async function openPopup(chrome: Chrome): Promise<{ popup: Page; browser: Browser }> {
  const browser = await chromium.connectOverCDP(chrome.endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('No window.');
  const popup = await context.newPage();
  await popup.setViewportSize({ width: 340, height: 480 });
  await popup.goto(`chrome-extension://${extensionId}/popup.html`);
  return { popup, browser };
}

export async function expectAccessible(popup: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: popup }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}
