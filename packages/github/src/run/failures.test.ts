/** Limits, lost connections and killed processes: nothing is lost, and nothing is sent twice. */
import { describe, expect, it } from 'vitest';

import { reply } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import type { Fault } from '../testing/fake-github.ts';
import type { FakeRequest } from '../testing/fake-messages.ts';
import { onLine, openBench, type SyncBench } from '../testing/sync-bench.ts';

const [first, second] = [uuidOf(101), uuidOf(102)];
const at = new Date('2026-11-16T12:00:00.000Z');

async function openFilled(): Promise<SyncBench> {
  const bench = await openBench();
  await bench.store.add(onLine(first, 20));
  await bench.store.add(sampleAnnotation({ id: second, kind: 'page' }));
  await bench.store.update(first, (a) =>
    reply(a, sampleAgent, at, { id: uuidOf(9), message: 'Which blue?' }),
  );
  return bench;
}

function expectOnceEach({ pullRequest }: SyncBench): void {
  expect(pullRequest.threads.map(({ comments }) => comments.length)).toEqual([2]);
  expect(pullRequest.comments).toHaveLength(1);
}

const posts = {
  review: ({ method, path }: FakeRequest) => method === 'POST' && path.endsWith('/reviews'),
  list: ({ method, path }: FakeRequest) => method === 'POST' && path.endsWith('/issues/7/comments'),
  reply: ({ method, path }: FakeRequest) => method === 'POST' && path.endsWith('/replies'),
};
const cuts: { name: string; fault: Fault }[] = [
  { name: 'is cut before it arrives', fault: { cut: 'before' } },
  { name: 'is cut after it was carried out', fault: { cut: 'after' } },
  { name: 'is cut within the answer', fault: { cut: 'inside' } },
  { name: 'is answered with 502', fault: { status: 502, body: { message: 'Server Error' } } },
];
const allCases = Object.entries(posts).flatMap(([post, match]) =>
  cuts.map((cut) => ({ post, match, ...cut })),
);

const isTelling = ({ fault }: { fault: Fault }) => 'cut' in fault && fault.cut === 'after';

describe.each([
  { name: 'sync', cases: allCases.filter(isTelling), tags: [] },
  { name: 'sync, in every other way', cases: allCases.filter((each) => !isTelling(each)), tags: ['full'] },
])('$name', ({ cases, tags }) => {
  it.each(cases)('sends everything once when a $post $name', { tags }, async ({ match, fault }) => {
    const bench = await openFilled();
    bench.github.failNext(match, fault);
    await bench.sync();
    expectOnceEach(bench);
  });

  it.each(cases)(
    'sends everything once when it ends after a $post $name, and runs again',
    { tags },
    async ({ match, fault }) => {
      const bench = await openFilled();
      // Every request after it fails too, as when the process or the network is gone.
      let isGone = false;
      bench.github.failNext(
        (request) => {
          if (isGone) return true;
          isGone = match(request);
          return false;
        },
        { cut: 'before' },
        1_000,
      );
      bench.github.failNext(match, fault);
      await expect(bench.sync()).rejects.toMatchObject({ code: 'github/unreachable' });
      bench.github.stopFailing();
      await bench.sync();
      expectOnceEach(bench);
    },
  );
});

describe('sync', () => {
  it('waits as long as GitHub asks for, and goes on', async () => {
    const bench = await openFilled();
    const limited = { message: 'You have exceeded a secondary rate limit.' };
    bench.github.failNext(posts.review, { status: 403, body: limited, headers: { 'retry-after': '30' } });
    bench.github.failNext(posts.list, { status: 429, body: limited });
    await bench.sync();
    expectOnceEach(bench);
    expect(bench.waits).toEqual(expect.arrayContaining([30_000, 60_000]));
  });

  it('waits for a limit that GraphQL answers', { tags: 'full' }, async () => {
    const bench = await openFilled();
    const body = { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
    bench.github.failNext(({ path }) => path === '/api/graphql', {
      status: 200,
      body,
      headers: { 'retry-after': '5' },
    });
    await bench.sync();
    expectOnceEach(bench);
    expect(bench.waits).toContain(5_000);
  });

  it('says what is left when it would have to wait too long, and sends it later', async () => {
    const bench = await openFilled();
    const reset = `${Math.floor(Date.parse('2026-11-15T11:30:00Z') / 1_000)}`;
    bench.github.failNext(posts.list, {
      status: 403,
      body: { message: 'API rate limit exceeded for user ID 1.' },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    });
    await expect(bench.sync()).rejects.toThrow(
      /before 2026-11-15 11:30:0\d UTC\. Sent before: 1 annotation, 0 replies\. Still to send: 1 request\./,
    );
    await bench.sync();
    expectOnceEach(bench);
  });

  it('leaves a second between requests that write', { tags: 'full' }, async () => {
    const bench = await openFilled();
    await bench.sync();
    // The clock of the test goes on by a second with each look, so that only looks in a row need a wait.
    expect(bench.github.writes().length).toBeGreaterThan(2);
    expect(bench.waits.every((wait) => wait <= 1_000)).toBe(true);
  });

  it.each([
    [401, { message: 'Bad credentials' }, /GitHub refused: Bad credentials \(401\)/],
    [403, { message: 'Resource not accessible by personal access token' }, /not accessible .*\(403\)/],
    [422, { message: 'Validation Failed' }, /Validation Failed/],
  ])('says why GitHub refuses: %i', async (status, body, message) => {
    const bench = await openFilled();
    bench.github.failNext(posts.list, { status, body });
    await expect(bench.sync()).rejects.toThrow(message);
    await bench.sync();
    expectOnceEach(bench);
  });

  it('reads again what it could not read', { tags: 'full' }, async () => {
    const bench = await openFilled();
    bench.github.failNext(({ path }) => path === '/api/graphql', { cut: 'inside' });
    bench.github.failNext(({ path }) => path.includes('/files'), { status: 503, body: {} }, 2);
    await bench.sync();
    expectOnceEach(bench);
  });

  it(
    'begins again with the lines of the newest commit when that changes meanwhile',
    { tags: 'full' },
    async () => {
      const bench = await openFilled();
      const older = bench.pullRequest.headCommit;
      bench.git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--amend', '-m', 'other');
      const headCommit = bench.git('rev-parse', 'HEAD');
      bench.pullRequest.headCommit = headCommit;
      const pull = {
        number: 7,
        html_url: bench.pullRequest.url,
        state: 'open',
        head: { sha: older, ref: 'feature', label: 'acme:feature' },
      };
      bench.github.failNext(({ path }) => path.endsWith('/pulls/7'), { status: 200, body: pull });
      expect(await bench.sync()).toMatchObject({ headCommit });
      expectOnceEach(bench);
    },
  );
});
