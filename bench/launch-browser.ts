import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright-core';

/** The system's Chromium where there is one, otherwise Playwright's own. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
