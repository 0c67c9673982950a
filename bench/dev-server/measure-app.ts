/** Starts the dev server of an app, opens its page in a browser, edits a file, and takes the times of all that. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Browser, Page } from 'playwright-core';

import { summarize } from '../samples.ts';
import { startApp } from '../sources/dev-app.ts';
import type { Setup } from '../sources/setups/setup.ts';

import { memoryOf, processorTimeOf } from './process-tree.ts';
import { type WatchedHeading, watchHeading } from './watched-heading.ts';

const without = join(import.meta.dirname, 'without.js');
// Node would keep what it has compiled of the one variant for the other.
const environment = { NODE_COMPILE_CACHE: undefined };
const variants = {
  with: { ...environment, ANNOTATE_VITE: '@annotate-mcp/vite-plugin', ANNOTATE_NEXT: '@annotate-mcp/next' },
  without: { ...environment, ANNOTATE_VITE: without, ANNOTATE_NEXT: without },
} as const;
export type Variant = keyof typeof variants;

/** Milliseconds of one run, and megabytes at its end. */
export interface Times {
  readonly start: number;
  readonly starting: number;
  readonly show: number;
  readonly showing: number;
  readonly update: number;
  readonly updating: number;
  readonly memory: number;
}

/** One run: its times, and when the page was ready (`DOMContentLoaded`) in each of some loads, in ms from their begin. */
export interface Run {
  readonly times: Times;
  readonly loads: readonly number[];
}

/** An app, and the file of it in which the text of the heading is edited. */
export interface MeasuredApp {
  readonly setup: Setup;
  readonly file: string;
}

const edits = 20;
export const loadsOfRun = 6;

export async function measureApp(
  { setup, file }: MeasuredApp,
  variant: Variant,
  browser: Browser,
): Promise<Run> {
  try {
    await using app = await startApp(setup, () => undefined, variants[variant]);
    const starting = processorTimeOf(app.pid);
    await using page = await browser.newPage();
    const heading = await watchHeading(page);
    const show = await timeFirstVisit(page, heading, app.url);
    const showing = processorTimeOf(app.pid);
    const loads = await timeLoads(page);
    const changes = await timeEdits(page, heading, join(app.folder, file), app.pid);
    const memory = memoryOf(app.pid);
    return { times: { start: app.startedInMs, starting, show, showing, ...changes, memory }, loads };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${setup.name}, ${variant} annotate: ${message}`, { cause: error });
  }
}

/** From the start of the process to the answer with the page. */
export async function measureStart({ setup }: MeasuredApp, variant: Variant): Promise<number> {
  await using app = await startApp(setup, () => undefined, variants[variant]);
  return app.startedInMs;
}

/** Vite loads the page again when it has found the dependencies: the first reload is not counted. */
async function timeLoads(page: Page): Promise<number[]> {
  const loads: number[] = [];
  await page.reload({ waitUntil: 'networkidle' });
  while (loads.length < loadsOfRun) {
    await page.reload({ waitUntil: 'networkidle' });
    loads.push(
      await page.evaluate(() => {
        const [load] = performance.getEntriesByType('navigation');
        return load instanceof PerformanceNavigationTiming ? load.domContentLoadedEventStart : NaN;
      }),
    );
  }
  return loads;
}

async function timeFirstVisit(page: Page, heading: WatchedHeading, url: string): Promise<number> {
  const shown = heading.shows(/./);
  const from = Date.now();
  await page.goto(url);
  const show = (await shown) - from;
  await page.waitForLoadState('networkidle');
  return show;
}

async function timeEdits(
  page: Page,
  heading: WatchedHeading,
  path: string,
  pid: number,
): Promise<Pick<Times, 'update' | 'updating'>> {
  // Vite loads the page again when it has found the dependencies; a change that comes just then would be lost.
  await page.reload({ waitUntil: 'networkidle' });
  await editUntilShown(heading, path);
  const before = processorTimeOf(pid);
  const updates: number[] = [];
  for (let edit = 1; edit <= edits; edit++)
    updates.push(await timeEdit(page, heading, path, textOf('Plain', edit)));
  return { update: summarize(updates).p50, updating: (processorTimeOf(pid) - before) / edits };
}

/**
 * The first change makes the server load what it needs for changes. One that comes before the page is connected does not
 * arrive.
 */
async function editUntilShown(heading: WatchedHeading, path: string): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const text = textOf('First', attempt);
    const shown = heading.shows(new RegExp(`^${text}$`));
    editHeading(path, text);
    if (await Promise.race([shown.then(() => true), setTimeout(3_000, false)])) return;
  }
  throw new Error(`No change of ${path} arrived in the page.`);
}

/**
 * Vite's watcher drops a change that comes less than 50 ms after the one before in the same file, without looking at the
 * file later. A quick update is in the page before that.
 */
const pauseBetweenEditsMs = 150;

async function timeEdit(page: Page, heading: WatchedHeading, path: string, text: string): Promise<number> {
  await setTimeout(pauseBetweenEditsMs);
  // Next may reload the page for a change. One that comes before the page is connected again would not arrive.
  await page.waitForLoadState('networkidle');
  const shown = heading.shows(new RegExp(`^${text}$`));
  const from = Date.now();
  editHeading(path, text);
  const at = await Promise.race([shown, setTimeout(30_000, null)]);
  if (at === null) throw new Error(`The change of ${path} to "${text}" did not arrive in the page in 30 s.`);
  return at - from;
}

/**
 * Writes without emptying the file before: under load Vite's watcher reports the empty file, and drops the change with
 * the text when it comes less than 50 ms later. No text may be shorter than the one before.
 */
function editHeading(path: string, text: string): void {
  const before = readFileSync(path, 'utf8');
  const after = before.replace(/(data-kind="plain@[\w/+]*">)[^<]*/, `$1${text}`);
  if (after.length < before.length) throw new Error(`"${text}" is shorter than the heading in ${path}.`);
  writeFileSync(path, after, { flag: 'r+' });
}

/** All of one length. */
function textOf(word: 'First' | 'Plain', edit: number): string {
  return `${word} ${String(edit).padStart(2, '0')}`;
}
