/** Firefox over WebDriver BiDi. */
import { type KeyInput, launch } from 'puppeteer-core';

import { findExecutable, findInPath } from './find-program.ts';
import type { BrowserKind, RealBrowser } from './real-browser.ts';

export const firefox: BrowserKind = {
  name: 'Firefox',
  debianPackages: 'firefox-esr',
  find: () => findExecutable([process.env.FIREFOX_BIN]) ?? findInPath('firefox-esr') ?? findInPath('firefox'),
  start: startFirefox,
};

async function startFirefox(executablePath: string): Promise<RealBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1024, height: 730 },
  });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url);
    },
    // Puppeteer's own type maps handles to elements; these arguments are plain values.
    evaluate: async (run, ...args) => page.evaluate(run as (...values: unknown[]) => never, ...args),
    moveTo: async ({ x, y }) => page.mouse.move(x, y),
    pressPointer: async () => page.mouse.down(),
    releasePointer: async () => page.mouse.up(),
    pressKeys: async (keys) => {
      const names = keys.split('+') as KeyInput[];
      for (const name of names) await page.keyboard.down(name);
      for (const name of names.toReversed()) await page.keyboard.up(name);
    },
    typeText: async (text) => page.keyboard.type(text),
    [Symbol.asyncDispose]: async () => browser.close(),
  };
}
