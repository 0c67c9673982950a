/** Pointing in a large app: components deep inside each other, as an inspector meets them. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { createServer } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

import type { Report } from '../benchmark.ts';
import { rounded, summarize } from '../samples.ts';

import { movePointer } from './move-pointer.ts';

const repository = join(import.meta.dirname, '../..');
const moves = 200;
const picks = 10;

/** What the page notes while the pointer moves, in ms. */
interface Noted {
  readonly frames: number[];
  /** From a move to the outline around what is under the pointer. */
  readonly lags: number[];
}

export async function nested(browser: Browser, report: Report): Promise<void> {
  await using server = await serveApp();
  const rows = [];
  for (const slowdown of [1, 4]) {
    report.progress(`pointing in nested components, CPU slowed ${slowdown}x`);
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url);
    await page.locator('nga-overlay[data-connection="online"]').waitFor({ state: 'attached' });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const idle = await movesIn(page, cdp);
    await page.evaluate(outlineNaively);
    const naive = await movesIn(page, cdp);
    await page.evaluate(() => globalThis.endOutline());
    await page.keyboard.press('Alt+Shift+KeyA');
    await movesIn(page, cdp); // warm
    const pointing = await movesIn(page, cdp);
    const composer = await picksIn(page);
    rows.push(
      { CPU: `÷ ${slowdown}`, what: 'not pointing', ...frames(idle) },
      { CPU: `÷ ${slowdown}`, what: 'baseline: a div that is laid over what is hovered', ...frames(naive) },
      {
        CPU: `÷ ${slowdown}`,
        what: 'overlay inspecting',
        ...frames(pointing),
        'outline p50': summarize(pointing.lags).p50,
        'outline p95': summarize(pointing.lags).p95,
        'click → composer p50': summarize(composer).p50,
        slowest: rounded(Math.max(...composer)),
      },
    );
  }
  report.table(
    'pointing in 10,000 elements of React components, 50 components deep (ms; goal: the composer in 100 ms where the CPU is not slowed)',
    rows,
  );
  report.result('nested', rows);
}

function frames({ frames }: Noted): Record<string, number> {
  const { p50, p95 } = summarize(frames);
  return { 'frame p50': p50, 'frame p95': p95 };
}

async function serveApp(): Promise<AsyncDisposable & { readonly url: string }> {
  // Inside the repository, where React is found; a copy, because the dev server writes beside the app.
  mkdirSync(join(repository, '.dev'), { recursive: true });
  const root = mkdtempSync(join(repository, '.dev/nested-'));
  cpSync(join(import.meta.dirname, 'nested-app'), root, { recursive: true });
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, 'cache'),
    server: { host: '127.0.0.1', port: 0 },
    plugins: [react(), annotate()],
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('The dev server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function movesIn(page: Page, cdp: CDPSession): Promise<Noted> {
  await page.evaluate(note);
  await movePointer(cdp, moves, { x: 37, y: 23 });
  return page.evaluate(() => globalThis.endNoting());
}

declare global {
  var endNoting: () => Noted;
  var endOutline: () => void;
  /** When the composer is there, by the clock of this machine. */
  var composerShown: Promise<number>;
}

/** Runs in the page. The cheapest outline that an overlay could draw, without components or a label. */
export function outlineNaively(): void {
  const outline = document.createElement('div');
  outline.style.cssText = 'position: fixed; outline: 1.5px solid blue; pointer-events: none';
  document.body.append(outline);
  const follow = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const { x, y, width, height } = target.getBoundingClientRect();
    outline.style.cssText += `; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
    outline.textContent = target.tagName;
  };
  addEventListener('pointermove', follow);
  globalThis.endOutline = () => {
    removeEventListener('pointermove', follow);
    outline.remove();
  };
}

/** Runs in the page. */
function note(): void {
  const noted: Noted = { frames: [], lags: [] };
  let moved: number | null = null;
  let last = performance.now();
  let ended = false;
  const onMove = ({ timeStamp }: Event) => {
    moved ??= timeStamp;
  };
  addEventListener('pointerover', onMove, true);
  const observer = new MutationObserver(() => {
    if (moved !== null) noted.lags.push(performance.now() - moved);
    moved = null;
  });
  const root = document.querySelector('nga-overlay')?.shadowRoot;
  if (root) observer.observe(root, { subtree: true, childList: true, attributes: true });
  requestAnimationFrame(function frame() {
    const now = performance.now();
    noted.frames.push(now - last);
    last = now;
    if (!ended) requestAnimationFrame(frame);
  });
  globalThis.endNoting = () => {
    ended = true;
    observer.disconnect();
    removeEventListener('pointerover', onMove, true);
    return noted;
  };
}

async function picksIn(page: Page): Promise<number[]> {
  const spent: number[] = [];
  for (let n = 0; n < picks; n += 1) {
    await page.mouse.move(100 + n * 90, 300);
    await page.mouse.down();
    await page.evaluate(watchComposer);
    const before = performance.timeOrigin + performance.now();
    await page.mouse.up();
    spent.push((await page.evaluate(() => globalThis.composerShown)) - before);
    await page.keyboard.press('Escape');
    await page.locator('nga-overlay .nga-compose').waitFor({ state: 'detached' });
    await page.locator('nga-overlay .nga-root[data-mode="inspect"]').waitFor({ state: 'attached' });
  }
  return spent;
}

/** Runs in the page. */
function watchComposer(): void {
  const root = document.querySelector('nga-overlay')?.shadowRoot;
  if (!root) throw new Error('No overlay.');
  globalThis.composerShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (root.querySelector('.nga-compose') === null) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(root, { subtree: true, childList: true });
  });
}
