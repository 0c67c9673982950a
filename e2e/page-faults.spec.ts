/**
 * A fault in each function of the overlay that a browser calls: the page does not notice. Its listeners are there before
 * the overlay, as those of a framework's error overlay are.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, type Page, test } from '@playwright/test';
import MagicString from 'magic-string';
import { createBuilder, type Plugin } from 'vite';

import { createHub, type Hub } from '@annotate-mcp/hub';

import { OverlayOnPage } from './support/overlay.ts';

declare global {
  interface Window {
    /** Called at the beginning of each function of the overlay. */
    annotateTestCall: (name: string) => void;
    /** What the page noticed. */
    noticed: string[];
    isThrown: boolean;
    /** Names of functions, and whether nothing of ours was on the stack. */
    called: Record<string, boolean>;
  }
}

const html = (script: string) => `<!doctype html><title>Shop</title>
<script>
window.noticed = [];
for (const type of ['error', 'unhandledrejection']) {
  addEventListener(type, () => noticed.push(type));
  addEventListener(type, () => noticed.push(type + ' (capture)'), true);
  window['on' + type] = () => void noticed.push('on' + type);
}
const { error } = console;
console.error = (...all) => { noticed.push('console.error'); error.apply(console, all); };
</script>
<script type="module" src="${script}"></script>
<body><h1>Shop</h1><button id="buy" onclick="document.title = 'Bought'">Buy</button></body>`;

const isFull = process.env.ANNOTATE_TEST_FULL === '1';

let root: string;
let hub: Hub;
let server: Server;
let site: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  root = await mkdtemp(join(tmpdir(), 'annotate-page-faults-'));
  const overlayFolder = join(root, 'overlay');
  await buildInto(overlayFolder);
  hub = await createHub({ store: 'memory:', projectRoot: root, overlayFolder, onError: () => undefined });
  server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(html(hub.scriptPath)),
  );
  hub.attach(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site = `http://localhost:${(server.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  await hub.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(root, { recursive: true });
});

test('no function that the browser calls throws into the page', async ({ page }) => {
  test.setTimeout(3_600_000);
  // A part that a fault has taken away is waited for in vain.
  page.setDefaultTimeout(30_000);
  const lines = watchLines(page);
  await page.addInitScript(countCalls);
  await page.goto(site);
  await use(page);
  const called = await page.evaluate(() => window.called);
  expect(await page.evaluate(() => window.noticed)).toEqual([]);
  expect(lines).toEqual([]);
  const entries = Object.keys(called).filter((name) => called[name]);
  expect(entries.length).toBeGreaterThan(40);
  // Every function, also those that are called by others of ours, or some of the entries.
  const chosen = isFull ? Object.keys(called) : entries.filter((_, index) => index % 4 === 0);

  const wrong: string[] = [];
  const silent: string[] = [];
  for (const name of chosen) {
    const noticed = await noticedWith(page, name);
    const said = lines.splice(0);
    if (noticed.length > 0) wrong.push(`${name}: ${noticed.join(', ')}`);
    if (said.length > 1) wrong.push(`${name} says: ${said.join('\n')}`);
    if (said.length === 0) silent.push(name);
  }
  expect(wrong).toEqual([]);
  // What is tried again, or only leaves out a detail, says nothing.
  expect(silent.length).toBeLessThan(chosen.length / 2);
});

const faults = {
  'an overlay that fails while it is evaluated': ['page/overlay.js', "throw new Error('injected');"],
  'an overlay that the browser cannot read': ['page/overlay.js', 'export const = ;'],
  'a part that fails while it is evaluated': ['panels-*.js', "throw new Error('injected');"],
  'a part that the browser cannot read': ['start-picking-mode-*.js', 'export const = ;'],
} as const;

for (const [name, [file, body]] of Object.entries(faults))
  test(`${name} is no error of the page`, async ({ page }) => {
    const lines = watchLines(page);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const asked = page.waitForResponse(`**/${file}`);
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(site);
    await page.keyboard.press('Alt+Shift+KeyA');
    await asked;
    if (file === 'page/overlay.js')
      await expect.poll(() => lines).toEqual([expect.stringContaining('the app is not affected')]);
    await page.locator('#buy').click();
    await expect(page).toHaveTitle('Bought');
    expect(await page.evaluate(() => window.noticed)).toEqual([]);
    expect(errors).toEqual([]);
  });

function watchLines(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => message.text().startsWith('annotate') && lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** Loads the page and uses it until the fault has been met, or to the end. */
async function noticedWith(page: Page, fault: string): Promise<string[]> {
  await page.evaluate((name) => sessionStorage.setItem('fault', name), fault);
  await page.reload();
  const met = page.waitForFunction(() => window.isThrown).catch(() => undefined);
  await Promise.race([met, use(page).catch(() => undefined)]);
  // Events of rejections come after the promises of this turn.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  return page.evaluate(() => window.noticed);
}

/** What a person does with the overlay, and what else makes a browser call it. */
async function use(page: Page): Promise<void> {
  const overlay = new OverlayOnPage(page, () => Promise.resolve([]));
  await overlay.ready();
  await overlay.commentOffline(page.locator('#buy'), 'Make it green.');
  await overlay.badges.first().click();
  await expect(overlay.thread).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Shift+KeyP');
  await expect(page.locator('nga-overlay [data-nga=list]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Shift+KeyF');
  await page.keyboard.press('Escape');
  await page.evaluate(() => history.pushState(null, '', '#/next'));
  await page.setViewportSize({ width: 900, height: 600 });
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Runs in the page, before it. */
function countCalls(): void {
  const fault = sessionStorage.getItem('fault');
  window.called = {};
  window.isThrown = false;
  Error.stackTraceLimit = 100;
  window.annotateTestCall = (name) => {
    if (name === fault) {
      window.isThrown = true;
      throw new Error(`injected into ${name}`);
    }
    if (fault !== null || window.called[name] === true) return;
    const frames = (new Error('stack').stack ?? '').split('\n');
    const ours = frames.filter(
      (line) => line.includes('/__annotate/page/') && !/\b(guarded|settle)\b/.test(line),
    );
    window.called[name] = ours.length === 1;
  };
}

/** The overlay with a call at the beginning of each of its functions. */
async function buildInto(folder: string): Promise<void> {
  const overlay = fileURLToPath(new URL('../packages/overlay', import.meta.url));
  const build = { outDir: folder, minify: false, rolldownOptions: { output: { minify: false } } };
  const builder = await createBuilder({
    root: overlay,
    configFile: join(overlay, 'vite.config.ts'),
    plugins: [withCalls()],
    logLevel: 'error',
    environments: { loader: { build }, client: { build } },
  });
  for (const name of ['loader', 'client']) {
    const environment = builder.environments[name];
    if (environment === undefined) throw new Error(`The overlay has no build ${name}.`);
    await builder.build(environment);
  }
}

function withCalls(): Plugin {
  return {
    name: 'with-calls',
    enforce: 'post',
    transform(code, id) {
      const [, file] = /packages\/(.*?)\.tsx?$/.exec(id) ?? [];
      // The edge itself is what everything else is measured by.
      if (file === undefined || file.endsWith('/page-edge')) return null;
      const changed = new MagicString(code);
      let count = 0;
      eachFunction(this.parse(code), (body, isExpression) => {
        const call = `globalThis.annotateTestCall?.(${JSON.stringify(`${file}#${++count}`)})`;
        if (isExpression) changed.prependRight(body.start, `(${call}, `).appendLeft(body.end, ')');
        else changed.appendRight(body.start + 1, `${call};`);
      });
      return changed.toString();
    },
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function eachFunction(node: unknown, visit: (body: Place, isExpression: boolean) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (hasType(node) && node.type.includes('Function') && 'body' in node && isPlace(node.body))
    visit(node.body, !hasType(node.body) || node.body.type !== 'BlockStatement');
  for (const part of Object.values(node)) eachFunction(part, visit);
}

function hasType(node: object): node is { readonly type: string } {
  return 'type' in node && typeof node.type === 'string';
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'start' in value && 'end' in value;
}
