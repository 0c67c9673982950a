/** The time from a commit in the store to the badge in the page, beside a page that polls every two seconds. */
import { randomUUID } from 'node:crypto';

import type { Browser, Page } from 'playwright-core';

import { type Annotation, create } from '@annotate-mcp/core';
import { sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { Report } from '../benchmark.ts';
import { startAgent } from '../delivery/waiting-agent.ts';
import { describeGoal, medianOf, rounded, summarize } from '../samples.ts';

import { type PageServer, servePage } from './page-server.ts';

const rounds = 100;
const pollRounds = 10;
const pollMs = 2_000;
/** In milliseconds. */
const answerGoal = 6;

export async function latency(browser: Browser, report: Report): Promise<void> {
  report.progress('committing');
  await using server = await servePage(400, true);
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.locator('nga-overlay[data-connection="online"]').waitFor({ state: 'attached' });
  const { id } = await server.store.add(onRow(server.url));
  await page.locator('nga-overlay .nga-badge--pending').waitFor();
  const pushed = summarize(await flip(server, page, id, rounds, watchBadge));
  report.progress('resolving');
  await server.store.remove(id);
  const answered = await answer(server, page);
  await server.store.add(onRow(server.url));
  report.progress('polling');
  const polled = summarize(await flip(server, page, id, pollRounds, pollApi));
  const rows = [
    { what: 'store.update() called → badge changed in the page', ...pushed },
    { what: 'resolve called by the client → badge changed in the page', ...summarize(answered) },
    { what: `baseline: a page that asks every ${pollMs / 1_000} s`, ...polled },
  ];
  report.table(
    'commit → badge (ms; goal 20)',
    rows.map((row) => ({ ...row, 'baseline ÷ this': rounded(polled.p50 / row.p50) })),
  );
  report.progress(`from an agent to the badge: ${describeGoal(medianOf(answered), answerGoal)}`);
  report.result('latency', rows);
  await page.context().close();
}

/** Changes the status back and forth; the page reports when it saw each change. Both use the clock of this machine. */
async function flip(
  server: PageServer,
  page: Page,
  id: string,
  times: number,
  watch: (page: Page, status: string) => Promise<number>,
): Promise<number[]> {
  const spent: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const status = n % 2 === 0 ? 'resolved' : 'pending';
    const seen = watch(page, status);
    const before = performance.timeOrigin + performance.now();
    await server.store.update(id, (annotation) => withStatus(annotation, status));
    spent.push((await seen) - before);
  }
  return spent;
}

/** An agent resolves one comment after the other. Milliseconds from its call to the badge. */
async function answer(server: PageServer, page: Page): Promise<number[]> {
  await using agent = await startAgent(server.root);
  const spent: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const id = randomUUID();
    const pending = watchBadge(page, 'pending');
    await server.store.add({ ...onRow(server.url), id });
    await pending;
    const seen = watchBadge(page, 'resolved');
    const before = performance.timeOrigin + performance.now();
    const resolving = agent.client.callTool({ name: 'resolve', arguments: { id, summary: 'done' } });
    spent.push((await seen) - before);
    await resolving;
    await server.store.remove(id);
    await page.locator('nga-overlay .nga-badge--resolved').waitFor({ state: 'detached' });
  }
  return spent;
}

function withStatus(annotation: Annotation, status: 'resolved' | 'pending'): Annotation {
  return { ...annotation, status };
}

async function watchBadge(page: Page, status: string): Promise<number> {
  return page.evaluate(
    async (wanted) =>
      new Promise<number>((resolve) => {
        const root = document.querySelector('nga-overlay')?.shadowRoot;
        if (root === null || root === undefined) throw new Error('No overlay.');
        const look = () => {
          if (root.querySelector(`.nga-badge--${wanted}`) === null) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(root, { subtree: true, childList: true, attributes: true });
        look();
      }),
    status,
  );
}

async function pollApi(page: Page, status: string): Promise<number> {
  return page.evaluate(
    async ({ wanted, every }) =>
      new Promise<number>((resolve) => {
        // Not synchronous with the commits, as with a real page.
        setTimeout(function ask() {
          void fetch('/__annotate/api/annotations')
            .then((response) => response.text())
            .then((text) => {
              if (text.includes(`"status":"${wanted}"`)) resolve(performance.timeOrigin + performance.now());
              else setTimeout(ask, every);
            });
        }, Math.random() * every);
      }),
    { wanted: status, every: pollMs },
  );
}

function onRow(pageUrl: string): Annotation {
  return create(
    {
      kind: 'element',
      id: uuidOf(1),
      appId: '.',
      authorId: uuidOf(2),
      annotationText: 'Bolder',
      pageUrl,
      pageTitle: 'Rows',
      selector: '#row-3',
      description: 'row 3',
    },
    'pending',
    sampleTime,
  );
}
