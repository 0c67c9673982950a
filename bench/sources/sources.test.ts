/** Each app is installed once, started and asked; then it is built for production. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchBrowser } from '../launch-browser.ts';

import { checkSetup } from './check-setup.ts';
import { buildApp } from './dev-app.ts';
import { setups } from './setups.ts';

const options = { tags: ['full'], timeout: 900_000 };
const silent = () => undefined;

let browser: Browser | undefined;
beforeAll(async () => {
  if (process.env.ANNOTATE_TEST_FULL === '1') browser = await launchBrowser();
});
afterAll(async () => browser?.close());

describe.each(setups)('an app with $name', (setup) => {
  it(
    'has the right line for at least 99 % of its elements, and nothing wrong, also after edits above them',
    options,
    async () => {
      if (browser === undefined) throw new Error('There is no browser.');
      const result = await checkSetup(setup, browser, silent);
      expect(result.checked.length).toBeGreaterThanOrEqual(10);
      expect(result.edited.length).toBeGreaterThan(0);
      for (const { checked } of [result, ...result.edited])
        expect(checked.filter(({ outcome }) => outcome.startsWith('wrong'))).toEqual([]);
      expect(result.messages).toEqual([]);
      const withoutLine = result.checked.filter(({ outcome }) => outcome === 'no line');
      expect(withoutLine.length).toBeLessThanOrEqual(result.checked.length * 0.01);
    },
  );

  it('has no byte of annotate in its production build', options, async () => {
    const built = await buildApp(setup, silent);
    const texts = built.flatMap(filesBelow).map((file) => ({ file, text: readFileSync(file, 'latin1') }));
    expect(texts.length).toBeGreaterThan(0);
    const traces = /data-annotate|__annotate|nga-overlay|annotate-mcp\/(?:hub|overlay|unplugin|core)/i;
    expect(texts.filter(({ text }) => traces.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
