/** What the overlay costs a page, and how soon an answer shows where the person pointed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

import type { Benchmark, Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

import { latency } from './latency.ts';
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
    const browser = await launch();
    try {
      await pointer(browser, report);
      await idle(browser, report);
      await latency(browser, report);
    } finally {
      await browser.close();
    }
  },
};

async function launch(): Promise<Browser> {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/** The first load, and what is only loaded when it is used. */
function bytes(report: Report): void {
  const folder = join(import.meta.dirname, '../../packages/overlay/dist/page');
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const content = readFileSync(join(folder, name));
      return {
        file: name.replace(/-[\w-]{8}\.js$/, '.js'),
        bytes: content.length,
        gzipped: gzipSync(content).length,
      };
    });
  report.table('bytes (goal: the first load at most 30 KB gzipped)', rows);
  report.result('bytes', rows);
}

async function pointer(browser: Browser, report: Report): Promise<void> {
  const rows = [];
  for (const { what, overlaid, inspect } of [
    { what: 'without the overlay', overlaid: false, inspect: false },
    { what: 'overlay hidden', overlaid: true, inspect: false },
    { what: 'overlay inspecting', overlaid: true, inspect: true },
  ]) {
    report.progress(`moving the pointer: ${what}`);
    await using server = await servePage(elements, overlaid);
    const { page, cdp } = await open(browser, server.url, overlaid);
    if (inspect) await page.keyboard.press('Alt+Shift+KeyA');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await move(page); // warm
    const before = await taskSeconds(cdp);
    await move(page);
    const spent = ((await taskSeconds(cdp)) - before) * 1_000;
    rows.push({ what, 'ms of main thread per move': rounded(spent / moves) });
    await page.context().close();
  }
  report.table(`a pointer move on ${elements} elements, CPU slowed ${slowdown}x (a frame has 16.7 ms)`, rows);
  report.result('pointer', rows);
}

async function move(page: Page): Promise<void> {
  for (let n = 0; n < moves; n += 1) {
    await page.mouse.move(20 + ((n * 37) % 1_200), 20 + ((n * 53) % 650));
  }
}

async function idle(browser: Browser, report: Report): Promise<void> {
  const rows = [];
  for (const overlaid of [false, true]) {
    report.progress(`waiting ${idleMs} ms ${overlaid ? 'with' : 'without'} the overlay`);
    await using server = await servePage(elements, overlaid);
    const { page, cdp } = await open(browser, server.url, overlaid);
    const before = await taskSeconds(cdp);
    await page.waitForTimeout(idleMs);
    const spent = ((await taskSeconds(cdp)) - before) * 1_000;
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

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
