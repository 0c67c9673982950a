/** The page's side of the hub, in a real browser, against a real hub that comes and goes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { acknowledge, type Annotation, type PagePayload, resolve } from '@annotate-mcp/core';
import { sampleAgent, uuidOf } from '@annotate-mcp/core/testing';
import { createHub, type Hub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

import { bundleConnection, log, online, picturesKept, servePage } from './support/connection-page.ts';

let code: string;
let root: string;
let store: Store;
let server: Server;
let address: string;
let hub: Hub;
/** As the hub that serves the page calls it. */
let projectId: string | undefined;

test.beforeAll(async () => {
  code = await bundleConnection();
});

test.beforeEach(async () => {
  projectId = undefined;
  root = await mkdtemp(join(tmpdir(), 'annotate-connection-'));
  store = await openStore('sqlite:store.db', { root });
  server = await servePage(code, () => projectId);
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  await startHub();
});

test.afterEach(async () => {
  await stopHub();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await store.close();
  await rm(root, { recursive: true });
});

test('a comment shows at once, is stored, and is never gone in between', async ({ page }) => {
  await open(page);
  await create(page, 1);
  await expect.poll(() => stored()).toMatchObject([{ id: uuidOf(1), status: 'pending', appId: '.' }]);
  await expect.poll(() => log(page)).toMatchObject({ unsent: [], states: ['connecting', 'online'] });
  const { history } = await log(page);
  const first = history.findIndex((ids) => ids.includes(uuidOf(1)));
  expect(history.slice(first).every((ids) => ids.includes(uuidOf(1)))).toBe(true);
});

test('what an agent does elsewhere arrives, also what it did while the page was offline', async ({
  page,
}) => {
  await open(page);
  await create(page, 1);
  await expect.poll(async () => (await stored()).length).toBe(1);
  await store.update(uuidOf(1), (one) => acknowledge(one, sampleAgent, new Date()));
  await expect.poll(() => statuses(page)).toEqual(['acknowledged']);
  await stopHub();
  await expect.poll(async () => (await log(page)).states.at(-1)).toBe('offline');
  await store.update(uuidOf(1), (one) => resolve(one, sampleAgent, new Date()));
  await startHub();
  await expect.poll(() => statuses(page)).toEqual(['resolved']);
});

test('an agent that is listening is told of', async ({ page }) => {
  await open(page);
  const { agentId, agentName } = sampleAgent;
  await store.agents.announce({ agentId, agentName, waiting: true, since: new Date().toISOString() });
  await expect.poll(async () => (await log(page)).agents).toMatchObject([{ agentName, waiting: true }]);
});

test('what is written offline survives a reload and is sent once when the server is back', async ({
  page,
}) => {
  await open(page);
  await stopHub();
  await create(page, 1);
  await page.evaluate(
    (id) => window.connection.act(id, { type: 'reply', message: 'And the tax too' }),
    uuidOf(1),
  );
  await page.reload();
  await expect.poll(() => log(page)).toMatchObject({ unsent: [uuidOf(1)] });
  expect((await log(page)).shown).toMatchObject([{ replies: [{ message: 'And the tax too' }] }]);
  expect(await stored()).toEqual([]);
  await startHub();
  await expect.poll(() => stored()).toMatchObject([{ replies: [{ message: 'And the tax too' }] }]);
  await expect.poll(() => log(page)).toMatchObject({ unsent: [], problems: [] });
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('outbox'))),
  ).toEqual([]);
});

test('what a closed tab could not send is sent by another one', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await stopHub();
  await create(other, 1);
  await other.close();
  await startHub();
  await expect.poll(async () => (await stored()).map(({ id }) => id)).toEqual([uuidOf(1)]);
});

test(
  'what a tab could not send before it was closed is sent by one that stays open',
  { tag: '@full' },
  async ({ page, context }) => {
    test.slow();
    await open(page);
    const closing = await context.newPage();
    // Its comment never gets through: the dev server does not answer uploads.
    await closing.route('**/api/attachments', () => undefined);
    await open(closing);
    await create(closing, 1, false, true);
    await expect.poll(async () => (await log(closing)).unsent).toEqual([uuidOf(1)]);
    await closing.close();
    await expect.poll(() => stored(), { timeout: 30_000 }).toMatchObject([{ id: uuidOf(1) }]);
  },
);

test('what was written in one project is never sent to another at the same address', async ({ page }) => {
  projectId = await projectIdServed();
  await open(page);
  await stopHub();
  await create(page, 1);
  const otherRoot = await mkdtemp(join(tmpdir(), 'annotate-other-'));
  const otherStore = await openStore('sqlite:store.db', { root: otherRoot });
  const other = await createHub({ store: otherStore, projectRoot: otherRoot, onError: () => undefined });
  other.attach(server);
  // The page that is still open finds the other project's hub.
  await expect
    .poll(async () => (await log(page)).problems)
    .toEqual([expect.stringMatching(/Another project/)]);
  projectId = await projectIdServed();
  await page.reload();
  await online(page);
  expect((await log(page)).shown).toEqual([]);
  expect((await otherStore.list()).annotations).toEqual([]);
  await other.close();
  await otherStore.close();
  await rm(otherRoot, { recursive: true });

  await startHub();
  projectId = await projectIdServed();
  await page.reload();
  await expect.poll(() => stored()).toMatchObject([{ id: uuidOf(1) }]);
});

test('a store that cannot be read is named until it can be read again', async ({ page }) => {
  await open(page);
  await stopHub();
  const file = join(root, 'review.json');
  const review = await openStore('json:review.json', { root });
  const other = await createHub({ store: review, projectRoot: root, onError: () => undefined });
  const whole = '{ "version": 1, "annotations": {} }';
  await writeFile(file, whole.slice(0, 20));
  other.attach(server);
  await expect.poll(async () => (await log(page)).storeProblem).toContain(`${file} is not valid JSON`);
  await writeFile(file, whole);
  await expect.poll(async () => (await log(page)).storeProblem).toBeNull();
  await other.close();
  await review.close();
  await startHub();
});

test('tabs of one browser are one author; a reload keeps the session and a duplicate has its own', async ({
  page,
  context,
}) => {
  await open(page);
  await page.reload();
  await online(page);
  const [duplicate] = await Promise.all([
    context.waitForEvent('page'),
    // A window opened by a page starts with a copy of its sessionStorage, as a duplicated tab does.
    page.evaluate(() => void window.open(location.href)),
  ]);
  await online(duplicate);
  await create(page, 1);
  await create(duplicate, 2);
  await expect.poll(async () => (await stored()).length).toBe(2);
  const made = await stored();
  expect(new Set(made.map(({ authorId }) => authorId)).size).toBe(1);
  expect(new Set(made.map(({ sessionId }) => sessionId)).size).toBe(2);
  expect(await store.sessions.list()).toHaveLength(2);
});

test('drafts stay drafts until the batch is submitted', async ({ page }) => {
  await open(page);
  await create(page, 1, true);
  await create(page, 2, true);
  await expect.poll(() => statuses(page)).toEqual(['draft', 'draft']);
  expect(await stored()).toEqual([]);
  await page.evaluate(() => window.connection.submitBatch());
  await expect.poll(async () => (await stored()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  await expect.poll(() => log(page)).toMatchObject({ unsent: [], problems: [] });
});

test('text that the hub refuses is handed back', async ({ page }) => {
  await open(page);
  await page.evaluate(
    (id) => window.connection.act(id, { type: 'reply', message: 'Anybody there?' }),
    uuidOf(7),
  );
  await expect.poll(() => log(page)).toMatchObject({ refused: [[uuidOf(7), 'Anybody there?']] });
  expect((await log(page)).problems[0]).toMatch(/no annotation .* You wrote: Anybody there\?/);
  await create(page, 1);
  await expect.poll(async () => (await stored()).length).toBe(1);
});

test('a picture waits with its comment through a reload and is stored beside it', async ({ page }) => {
  await open(page);
  await stopHub();
  await create(page, 1, false, true);
  // The picture is on disk a moment after the comment.
  await expect.poll(() => page.evaluate(picturesKept)).toBe(1);
  await page.reload();
  await startHub();
  const name = expect.stringMatching(/^[\da-f]{64}\.png$/) as unknown;
  await expect.poll(() => stored()).toMatchObject([{ screenshot: name, pictures: [name] }]);
  expect((await log(page)).problems).toEqual([]);
});

test('a page in the back/forward cache lets go of its session and takes it up again', async ({ page }) => {
  await open(page);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect.poll(async () => (await store.sessions.list()).map(({ active }) => active)).toEqual([false]);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(async () => (await store.sessions.list()).map(({ active }) => active)).toEqual([true]);
  await create(page, 1);
  await expect.poll(async () => (await stored()).length).toBe(1);
});

test('a full storage is said once and holds up nothing', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        for (let n = 0; n < 3; n++) localStorage.setItem(`app-${size}-${n}`, 'x'.repeat(size));
      } catch {
        // Full: smaller pieces fill the rest.
      }
  });
  await create(page, 1);
  await create(page, 2);
  await expect.poll(async () => (await stored()).length).toBe(2);
  expect((await log(page)).problems).toEqual([expect.stringMatching(/cannot store anything/)]);
});

async function open(page: Page): Promise<void> {
  await page.goto(address);
  await online(page);
}

async function statuses(page: Page): Promise<string[]> {
  return (await log(page)).shown.map(({ status }) => status);
}

async function create(page: Page, n: number, draft = false, withPicture = false): Promise<void> {
  const payload: PagePayload = {
    kind: 'page',
    id: uuidOf(n),
    annotationText: `Comment ${n}`,
    pageUrl: address,
    pageTitle: 'A page',
  };
  await page.evaluate(
    async ([what, isDraft, pictured]) => {
      const canvas = document.createElement('canvas');
      const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      const pictures = drawn === null ? undefined : { screenshot: drawn, pictures: [drawn] };
      window.connection.create(what, { draft: isDraft, ...(pictured && pictures && { pictures }) });
    },
    [payload, draft, withPicture] as const,
  );
}

async function stored(): Promise<Annotation[]> {
  return (await store.list()).annotations;
}

async function startHub(): Promise<void> {
  hub = await createHub({ store, projectRoot: root, onError: () => undefined });
  hub.attach(server);
}

async function projectIdServed(): Promise<string | undefined> {
  const script = await (await fetch(new URL(hub.scriptPath, address))).text();
  return /"projectId":"(\w+)"/.exec(script)?.[1];
}

/** The page itself can still be loaded. */
async function stopHub(): Promise<void> {
  await hub.close();
}
