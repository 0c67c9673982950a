import { existsSync } from 'node:fs';

import { chromium, type Page } from 'playwright';

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** What the page threw, and what it printed as an error. */
  readonly errors: readonly string[];
  readonly printed: readonly string[];
}

export async function openPage(url: string): Promise<BrowserPage> {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const page = await browser.newPage();
  const [errors, printed]: [string[], string[]] = [[], []];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    (message.type() === 'error' ? errors : printed).push(message.text());
  });
  // The first request of a dev server that renders on the server waits for a build.
  await page.goto(url, { timeout: 120_000 });
  return { page, errors, printed, [Symbol.asyncDispose]: () => browser.close() };
}

/** As a person does it: the keys, the element, the words. */
export async function comment(page: Page, selector: string, text: string): Promise<void> {
  await page.locator('nga-overlay[data-connection="online"]').waitFor({ state: 'attached', timeout: 60_000 });
  await page.keyboard.press('Alt+Shift+KeyA');
  await page.locator('.nga-hint').waitFor();
  await page.locator(selector).click();
  await page.locator('.nga-textarea').fill(text);
  await page.locator('.nga-textarea').press('Control+Enter');
  await page.locator('.nga-badge').waitFor();
}
