/** What the overlay costs a page, and how soon a change in the store is shown in the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Browser, CDPSession, Page } from 'playwright-core';

import type { Benchmark, Report } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';
import { rounded } from '../samples.ts';

import { latency } from './latency.ts';
import { movePointer } from './move-pointer.ts';
import { nested, outlineNaively } from './nested.ts';
import { servePage } from './page-server.ts';

const elements = 10_000;
const slowdown = 4;
const moves = 300;
const idleMs = 5_000;

export const overlay: Benchmark = {
  name: 'overlay',
  title: 'bytes, pointer moves, idle cost, and commit → badge',
  run: async (report) => {
    bytes(report);
    const browser = await launchBrowser();
    try {
      await pointer(browser, report);
      await nested(browser, report);
      await idle(browser, report);
      await latency(browser, report);
    } finally {
      await browser.close();
    }
  },
};

/** The sizes of the first load and of the parts that are loaded on demand. */
function bytes(report: Report): void {
  const folder = join(import.meta.dirname, '../../packages/overlay/dist/page');
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const content = readFileSync(join(folder, name));
      return {
        file: name.replace(/-[\w-]{8}\.js$/, '.js'),
        bytes: content.length,
        gzipped: gzipSync(content, { level: 9 }).length,
      };
    });
  report.table('bytes (goal: the first load at most 26 KB gzipped)', rows);
  report.result('bytes', rows);
}

async function pointer(browser: Browser, report: Report): Promise<void> {
  const rows = [];
  for (const { what, overlaid, inspect } of [
    { what: 'without the overlay', overlaid: false, inspect: false },
    { what: 'overlay hidden', overlaid: true, inspect: false },
    { what: 'overlay inspecting', overlaid: true, inspect: true },
    { what: 'baseline: a div that is laid over what is hovered', overlaid: false, inspect: true },
  ]) {
    report.progress(`moving the pointer: ${what}`);
    await using server = await servePage(elements, overlaid);
    const { page, cdp } = await open(browser, server.url, overlaid);
    if (inspect && overlaid) await page.keyboard.press('Alt+Shift+KeyA');
    else if (inspect) await page.evaluate(outlineNaively);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await movePointer(cdp, moves, { x: 7, y: 3 }); // warm
    const before = await spentSeconds(cdp);
    await movePointer(cdp, moves, { x: 7, y: 3 });
    const after = await spentSeconds(cdp);
    const per = (name: keyof typeof after) => rounded(((after[name] - before[name]) * 1_000) / moves);
    rows.push({ what, 'main thread, all': per('all'), 'of it script, style, layout': per('ours') });
    await page.context().close();
  }
  report.table(
    `ms for a pointer move, 60 a second, on ${elements} elements, CPU slowed ${slowdown}x (a frame has 16.7)`,
    rows,
  );
  report.result('pointer', rows);
}

async function idle(browser: Browser, report: Report): Promise<void> {
  const rows = [];
  for (const overlaid of [false, true]) {
    report.progress(`waiting ${idleMs} ms ${overlaid ? 'with' : 'without'} the overlay`);
    await using server = await servePage(elements, overlaid);
    const { page, cdp } = await open(browser, server.url, overlaid);
    // Work that is left from loading is not idle time.
    await page.waitForTimeout(idleMs);
    const before = await spentSeconds(cdp);
    await page.waitForTimeout(idleMs);
    const spent = ((await spentSeconds(cdp)).all - before.all) * 1_000;
    rows.push({
      what: overlaid ? 'with the overlay' : 'without',
      'ms of main thread per second': rounded((spent / idleMs) * 1_000),
    });
    await page.context().close();
  }
  report.table('idle', rows);
  report.result('idle', rows);
}

async function open(
  browser: Browser,
  url: string,
  overlaid: boolean,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await browser.newPage();
  await page.goto(url);
  if (overlaid) await page.locator('nga-overlay[data-connection="online"]').waitFor({ state: 'attached' });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return { page, cdp };
}

async function spentSeconds(cdp: CDPSession): Promise<{ all: number; ours: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return {
    all: of('TaskDuration'),
    ours: of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration'),
  };
}
