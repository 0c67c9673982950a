import { existsSync } from 'node:fs';

import { chromium, type Page } from 'playwright';

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** The messages of uncaught errors. */
  readonly errors: readonly string[];
  readonly console: readonly { readonly type: string; readonly text: string }[];
}

/** Opens the URL in a Chromium of its own. */
export async function openPage(url: string, options: { timeoutMs?: number } = {}): Promise<BrowserPage> {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const errors: string[] = [];
  const messages: { type: string; text: string }[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => messages.push({ type: message.type(), text: message.text() }));
  await page.goto(url, { timeout: options.timeoutMs ?? 30_000 });
  return { page, errors, console: messages, [Symbol.asyncDispose]: () => browser.close() };
}
