/**
 * Every comment reaches the agent, whatever the dev server does with the files in `.annotate/`: on POSIX systems a
 * process that reads a file and closes it loses its locks on that file, and dev servers read whole projects.
 */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';

import { annotationSchema } from '@annotate-mcp/core/schema';

import { freePort } from '../support/free-port.ts';
import { OverlayOnPage } from '../support/overlay.ts';

import { startAgent } from './agent.ts';
import type { FreshApp } from './fresh-app.ts';
import { type Place, run, startServer } from './measured-process.ts';
import { copyFreshApp, openTerminal } from './prepare-app.ts';
import { namedRegistry } from './start-for-all.ts';
import { scannedApps } from './tailwind-apps.ts';

const comments = 20;

for (const app of scannedApps) {
  test(`${app.title}: the agent gets ${comments} of ${comments} comments`, async ({ page }) => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-user-')));
    const registry = namedRegistry();
    const env = await openTerminal(registry, top);
    const root = await copyFreshApp(app, registry, env, top);
    const place: Place = { cwd: root, env };
    await run(app.init, place);
    const server = startServer(app.dev, await freePort(), place);
    try {
      const url = await server.listening;
      const texts = await commentOn(app, page, url, place);
      expectOnlyHubHasStore(root);
      expect(await pendingFor(place)).toEqual(texts);
    } finally {
      await server.interrupt();
    }
    expect(await listed(place)).toHaveLength(comments);
    expect(hubsIn(root)).toEqual([]);
    rmSync(top, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** Returns the texts in the order in which they were sent. */
async function commentOn(app: FreshApp, page: Page, url: string, place: Place): Promise<string[]> {
  // Every look at the store opens and closes it, as a person's and an agent's do.
  const overlay = new OverlayOnPage(page, () => listed(place));
  const texts: string[] = [];
  expect(await pendingFor(place)).toEqual(texts);
  await page.goto(url);
  await overlay.ready();
  for (let n = 1; n <= comments; n++) {
    const text = `Comment ${n}`;
    await overlay.comment(page.locator(':not(nga-overlay)').getByText(app.target).first(), text);
    texts.push(text);
    if (n % 5 !== 0) continue;
    expect(await pendingFor(place)).toEqual(texts);
    // A page that reloads itself after the edit would abort what is asked for next.
    await page.goto('about:blank');
    // The dev server compiles again, and looks at the project while it does.
    if (app.source !== null) appendFileSync(join(place.cwd, app.source.file), '\n');
    await page.goto(url, { waitUntil: 'commit' });
    await overlay.ready();
  }
  return texts;
}

const foundFormat = z.object({ annotations: z.array(annotationSchema) });

/** With the program that `npx` has fetched for the agent, which is quicker than `npx` itself. */
async function listed({ cwd, env }: Place) {
  const [program = 'annotate-mcp'] = globSync('_npx/*/node_modules/.bin/annotate-mcp', {
    cwd: env.npm_config_cache ?? '',
  });
  const path = join(env.npm_config_cache ?? '', program);
  const { stdout } = await promisify(execFile)(path, ['list', '--json', '--limit', '100'], { cwd, env });
  return foundFormat.parse(JSON.parse(stdout)).annotations;
}

async function pendingFor(place: Place): Promise<string[]> {
  const agent = await startAgent(place);
  try {
    return await agent.pending();
  } finally {
    await agent.close();
  }
}

/** The ids of the processes that have a hub open. */
function hubsIn(root: string): string[] {
  return readdirSync(join(root, '.annotate', 'hubs'));
}

/** The hub's own process has all of its locks, and no other process has a file of the store open. */
function expectOnlyHubHasStore(root: string): void {
  if (!existsSync('/proc/locks')) return;
  const folder = join(root, '.annotate');
  const [hub] = hubsIn(root);
  const inodes = ['store.db', 'store.db-shm'].map((name) => statSync(join(folder, name)).ino);
  const locks = readFileSync('/proc/locks', 'utf8').split('\n');
  for (const inode of inodes)
    expect(locks).toContainEqual(expect.stringMatching(new RegExp(` POSIX .* ${hub} [\\da-f:]+:${inode} `)));
  expect(holdersOf(join(folder, 'store.db'))).toEqual([hub]);
}

/** The processes that have the store, its log or its shared memory open. */
function holdersOf(file: string): string[] {
  const paths = ['', '-wal', '-shm'].map((end) => `${file}${end}`);
  return readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && openFilesOf(pid).some((path) => paths.includes(path)),
  );
}

/** Nothing of a process that has ended or belongs to another user. */
function openFilesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return ifThere(() => readdirSync(folder)).flatMap((name) =>
    ifThere(() => [readlinkSync(join(folder, name))]),
  );
}

function ifThere(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    // A descriptor is closed, or a process ended, while they are listed.
    return [];
  }
}
