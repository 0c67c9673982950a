import { existsSync } from 'node:fs';

import { chromium, type Page } from 'playwright';

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** The messages of uncaught errors. */
  readonly errors: readonly string[];
  readonly console: readonly { readonly type: string; readonly text: string }[];
}

export interface OpenPageOptions {
  readonly timeoutMs?: number;
  /** The folder of the browser's profile, which a later browser goes on with. */
  readonly profile?: string;
}

/** Opens the URL in a Chromium of its own. */
export async function openPage(url: string, options: OpenPageOptions = {}): Promise<BrowserPage> {
  const { context, close } = await launch(options.profile);
  const page = await context.newPage();
  const errors: string[] = [];
  const messages: { type: string; text: string }[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => messages.push({ type: message.type(), text: message.text() }));
  await page.goto(url, { timeout: options.timeoutMs ?? 30_000 });
  return { page, errors, console: messages, [Symbol.asyncDispose]: close };
}

async function launch(profile: string | undefined) {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  const options = {
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  };
  if (profile !== undefined) {
    const context = await chromium.launchPersistentContext(profile, { ...options, ignoreHTTPSErrors: true });
    return { context, close: () => context.close() };
  }
  const browser = await chromium.launch(options);
  return {
    context: await browser.newContext({ ignoreHTTPSErrors: true }),
    close: () => browser.close(),
  };
}
