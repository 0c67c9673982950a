import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { Benchmark } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';
import { rounded, summarize } from '../samples.ts';
import { installApp, startApp } from '../sources/dev-app.ts';
import type { Setup } from '../sources/setups/setup.ts';
import { setups } from '../sources/setups.ts';

import { installPackages } from './install-packages.ts';
import { processorTimeOf } from './processor-time.ts';

const rounds = 5;
const editsPerRound = 5;

/** The apps, and the file in which the text of the heading is edited. */
const measured: readonly { readonly setup: string; readonly file: string }[] = [
  { setup: 'React, React Router', file: 'src/App.tsx' },
  { setup: 'Next 16, Turbopack', file: 'app/kinds/page.tsx' },
];
const heading = '[data-kind^="plain@"]';

const without = join(import.meta.dirname, 'without.js');
const variants = {
  with: { ANNOTATE_VITE: '@annotate-mcp/vite-plugin', ANNOTATE_NEXT: '@annotate-mcp/next' },
  without: { ANNOTATE_VITE: without, ANNOTATE_NEXT: without },
} as const;
type Variant = keyof typeof variants;

interface Times {
  readonly start: number[];
  readonly processor: number[];
  readonly show: number[];
  readonly update: number[];
}

/**
 * Both variants of an app take turns, so that what else the machine does meets both. `ANNOTATE_BENCH_SETUPS` is a
 * regular expression for the names of the apps.
 */
export const devServer: Benchmark = {
  name: 'dev-server',
  title: 'how long a dev server takes to start and a change to arrive in the page, with and without annotate',
  async run(report) {
    await using browser = await launchBrowser();
    const rows: Record<string, string | number>[] = [];
    const wanted = new RegExp(process.env.ANNOTATE_BENCH_SETUPS ?? '');
    for (const { setup: name, file } of measured.filter((each) => wanted.test(each.setup))) {
      const setup = setups.find((each) => each.name === name);
      if (setup === undefined) throw new Error(`There is no set-up ${name}.`);
      const times: Record<Variant, Times> = {
        with: { start: [], processor: [], show: [], update: [] },
        without: { start: [], processor: [], show: [], update: [] },
      };
      installPackages(await installApp(setup, (message) => report.progress(message)));
      for (let round = 0; round < rounds; round++) {
        report.progress(`${name}: round ${round + 1} of ${rounds}`);
        for (const variant of inTurn(round)) await measure(setup, file, variant, browser, times[variant]);
      }
      rows.push(...kinds.map((kind) => rowOf(name, kind, times)));
    }
    report.table('Medians in ms', rows);
    report.result('times', rows);
  },
};

function inTurn(round: number): readonly Variant[] {
  return round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
}

const titles: Record<keyof Times, string> = {
  start: 'start until the first page',
  processor: 'processor time of that start',
  show: 'that page until a browser shows it',
  update: 'change until it is in the page',
};
const kinds = ['start', 'processor', 'show', 'update'] as const;

function rowOf(app: string, what: keyof Times, times: Record<Variant, Times>) {
  const [ours, theirs] = [summarize(times.with[what]).p50, summarize(times.without[what]).p50];
  return {
    app,
    what: titles[what],
    with: ours,
    without: theirs,
    ratio: rounded(ours / theirs),
  };
}

async function measure(
  setup: Setup,
  file: string,
  variant: Variant,
  browser: Browser,
  { start, processor, show, update }: Times,
): Promise<void> {
  await using app = await startApp(setup, () => undefined, variants[variant]);
  start.push(app.startedInMs);
  processor.push(processorTimeOf(app.pid));
  const page = await browser.newPage();
  const from = performance.now();
  await page.goto(app.url);
  await page.waitForSelector(heading);
  show.push(performance.now() - from);
  await page.waitForLoadState('networkidle');
  // Vite loads the page again when it has found the dependencies; a change that comes just then would be lost.
  await page.reload({ waitUntil: 'networkidle' });
  const path = join(app.folder, file);
  // The first change makes the server load what it needs for changes.
  for (let edit = 0; edit <= editsPerRound; edit++) {
    const ms = await timeEdit(page, path, `Plain ${edit}`);
    if (edit > 0) update.push(ms);
  }
  await page.close();
}

async function timeEdit(page: Page, path: string, text: string): Promise<number> {
  // Next may reload the page for a change. One that comes before the page is connected again would not arrive.
  await page.waitForLoadState('networkidle');
  const shown = page.waitForFunction(isShown, { selector: heading, text });
  const edited = readFileSync(path, 'utf8').replace(/(data-kind="plain@\w*">)[^<]*/, `$1${text}`);
  const from = Date.now();
  writeFileSync(path, edited);
  await shown;
  return Date.now() - from;
}

/** Runs in the page, also in the one after a reload. */
function isShown({ selector, text }: { selector: string; text: string }): boolean {
  return document.querySelector(selector)?.textContent === text;
}
