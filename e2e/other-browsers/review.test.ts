/** Inline review of the Astro demo in Firefox and WebKit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openStore, type Store } from '@annotate-mcp/store';

import { type DemoServer, startDemo } from '../support/demo-server.ts';

import { listInstalled } from './support/browsers.ts';
import { OverlayInBrowser } from './support/overlay.ts';
import { findText, readHighlighted } from './support/page-functions.ts';
import type { RealBrowser } from './support/real-browser.ts';

/** With this in its address, a page is as in a browser from before the CSS Custom Highlight API. */
const withoutHighlights = '?without-highlights';
const sentence = 'Bring gloves, and mind the ramp.';

let server: DemoServer;
let store: Store;

beforeAll(async () => {
  server = await startDemo('astro', `other-browsers-astro-${process.pid}`);
  addSwitch(join(server.root, 'demos/astro/src/layouts/Base.astro'));
  store = await openStore(undefined, { root: server.root });
});

afterAll(async () => {
  await store.close();
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const { id } of (await store.list({}, { limit: 1_000 })).annotations) await store.remove(id);
});

describe.for(listInstalled())('$kind.name', ({ kind, program }) => {
  it('highlights the text that a person selects and comments on, and opens its thread with a click', async () => {
    await using browser = await kind.start(program);
    const overlay = await openArticle(browser);
    await commentOn(overlay, sentence, 'Say which gloves');
    await expect.poll(async () => browser.evaluate(readHighlighted)).toEqual([sentence]);
    await openThreadOf(overlay, sentence, 'Say which gloves');
  });

  it('draws boxes over the text where the browser has no highlights', async () => {
    await using browser = await kind.start(program);
    const overlay = await openArticle(browser, withoutHighlights);
    expect(await browser.evaluate(() => 'highlights' in CSS)).toBe(false);
    await commentOn(overlay, sentence, 'Say which gloves');
    const box = await overlay.expectPart('[data-nga="highlight"]');
    const { start } = await browser.evaluate(findText, sentence);
    expect(Math.abs(box.middle.y - start.y)).toBeLessThan(12);
    await openThreadOf(overlay, sentence, 'Say which gloves');
  });
});

function addSwitch(layout: string): void {
  const script = `if (location.search === '${withoutHighlights}') delete CSS.highlights;`;
  const text = readFileSync(layout, 'utf8');
  writeFileSync(layout, text.replace('<head>', `<head><script is:inline>${script}</script>`));
}

async function openArticle(browser: RealBrowser, search = ''): Promise<OverlayInBrowser> {
  const overlay = new OverlayInBrowser(browser);
  await overlay.open(`${server.url}journal/first-frost/${search}`);
  await overlay.clickPart('[data-nga="first-use-close"]');
  return overlay;
}

async function commentOn(overlay: OverlayInBrowser, quote: string, text: string): Promise<void> {
  await overlay.selectText(quote);
  await overlay.expectText('[data-nga="composer"]', quote);
  await overlay.clickPart('[data-nga="composer-text"]');
  await overlay.send(text);
  await expect
    .poll(async () => (await store.list({}, { limit: 10 })).annotations)
    .toMatchObject([{ kind: 'text', annotationText: text, anchor: { quote } }]);
}

async function openThreadOf(overlay: OverlayInBrowser, quote: string, text: string): Promise<void> {
  const { start } = await overlay.browser.evaluate(findText, quote);
  await overlay.clickAt({ x: start.x + 12, y: start.y });
  await overlay.expectText('.nga-thread-panel', text);
}
