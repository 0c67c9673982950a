import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';

import type { Benchmark } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';
import { rounded, summarize } from '../samples.ts';
import { installApp, startApp } from '../sources/dev-app.ts';
import type { Setup } from '../sources/setups/setup.ts';
import { setups } from '../sources/setups.ts';

import { installPackages } from './install-packages.ts';
import { processorTimeOf } from './processor-time.ts';
import { type WatchedHeading, watchHeading } from './watched-heading.ts';

const rounds = 5;
const editsPerRound = 10;

/** The apps, and the file in which the text of the heading is edited. */
const measured: readonly { readonly setup: string; readonly file: string }[] = [
  { setup: 'React, React Router', file: 'src/App.tsx' },
  { setup: 'Vue, Vue Router', file: 'src/views/KindsView.vue' },
  { setup: 'SvelteKit 2', file: 'src/routes/kinds/+page.svelte' },
  { setup: 'Next 16, Turbopack', file: 'app/kinds/page.tsx' },
];

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
  readonly updating: number[];
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
        with: noTimes(),
        without: noTimes(),
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

function noTimes(): Times {
  return { start: [], processor: [], show: [], update: [], updating: [] };
}

function inTurn(round: number): readonly Variant[] {
  return round % 2 === 0 ? ['with', 'without'] : ['without', 'with'];
}

const titles: Record<keyof Times, string> = {
  start: 'start until the first page',
  processor: 'processor time of that start',
  show: 'that page until a browser shows it',
  update: 'change until it is in the page',
  updating: 'processor time of a change',
};
const kinds = ['start', 'processor', 'show', 'update', 'updating'] as const;

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
  { start, processor, show, update, updating }: Times,
): Promise<void> {
  await using app = await startApp(setup, () => undefined, variants[variant]);
  start.push(app.startedInMs);
  processor.push(processorTimeOf(app.pid));
  const page = await browser.newPage();
  const heading = await watchHeading(page);
  const shown = heading.shows(/./);
  const from = Date.now();
  await page.goto(app.url);
  show.push((await shown) - from);
  await page.waitForLoadState('networkidle');
  // Vite loads the page again when it has found the dependencies; a change that comes just then would be lost.
  await page.reload({ waitUntil: 'networkidle' });
  const path = join(app.folder, file);
  await editUntilShown(heading, path);
  const before = processorTimeOf(app.pid);
  for (let edit = 1; edit <= editsPerRound; edit++)
    update.push(await timeEdit(page, heading, path, `Plain ${edit}`));
  updating.push((processorTimeOf(app.pid) - before) / editsPerRound);
  await page.close();
}

/**
 * The first change makes the server load what it needs for changes. One that comes before the page is connected does not
 * arrive.
 */
async function editUntilShown(heading: WatchedHeading, path: string): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const shown = heading.shows(new RegExp(`^First ${attempt}$`));
    editHeading(path, `First ${attempt}`);
    if (await Promise.race([shown.then(() => true), setTimeout(3_000, false)])) return;
  }
  throw new Error(`No change of ${path} arrived in the page.`);
}

function editHeading(path: string, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(data-kind="plain@[\w/+]*">)[^<]*/, `$1${text}`));
}

async function timeEdit(page: Page, heading: WatchedHeading, path: string, text: string): Promise<number> {
  // Next may reload the page for a change. One that comes before the page is connected again would not arrive.
  await page.waitForLoadState('networkidle');
  const shown = heading.shows(new RegExp(`^${text}$`));
  const from = Date.now();
  editHeading(path, text);
  const at = await Promise.race([shown, setTimeout(30_000, null)]);
  if (at === null) throw new Error(`The change of ${path} to "${text}" did not arrive in the page.`);
  return at - from;
}
