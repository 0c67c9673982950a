/** The popup in a tab of its own, where Playwright can use it. */
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, expect, type Page } from '@playwright/test';

import { extensionId } from '@annotate-mcp/browser-protocol';

import type { Chrome } from './chrome.ts';

export interface Popup extends AsyncDisposable {
  readonly page: Page;
  /** By the rules of axe, in light and in dark. */
  expectAccessible(): Promise<void>;
}

export async function openPopup({ endpoint }: Chrome): Promise<Popup> {
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('No window.');
  const page = await context.newPage();
  await page.setViewportSize({ width: 340, height: 480 });
  await page.goto(`chrome-extension://${extensionId}/popup.html`);
  return {
    page,
    expectAccessible: async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await page.close();
      await browser.close();
    },
  };
}
