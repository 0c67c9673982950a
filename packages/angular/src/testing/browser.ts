import { existsSync } from 'node:fs';

import { chromium, type Page } from 'playwright';

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** What the page threw. */
  readonly errors: readonly string[];
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
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return { page, errors, [Symbol.asyncDispose]: () => browser.close() };
}
