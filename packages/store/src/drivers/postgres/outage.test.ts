/** PostgreSQL is killed, writers are killed, connections are cut: what was acknowledged is there, once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { acknowledge, type Annotation, editText } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { Worker } from '../../contract/worker-process.ts';
import { allChanges } from '../../testing/all-changes.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';

const isFull = process.env.ANNOTATE_TEST_FULL === '1';
const rounds = isFull ? 50 : 3;
const module = new URL('../../index.ts', import.meta.url).href;

let server: PostgresServer;
let proxy: TcpProxy;
let projects = 0;
let url = '';
beforeAll(async () => {
  server = await startPostgres();
  proxy = await startTcpProxy(server.port);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});

const testBed = createTestBed({ module, url: () => url });
const subject = { name: 'postgres', feed: 'log', reach: 'machine', module, url: () => url } as const;

/** A new project, which is reached through the proxy. */
function useNewProject(): void {
  url = `${server.url().replace(`:${server.port}/`, `:${proxy.port}/`)}?project=p${++projects}`;
}

const addDot = (annotation: Annotation) =>
  editText(annotation, sampleAuthor, sampleTime, `${annotation.annotationText}.`);

describe('a change whose connection is lost', () => {
  const moments = [
    { moment: 'in the middle of its transaction', text: 'BEGIN', when: 'answered' },
    { moment: 'before its commit', text: 'COMMIT', when: 'before' },
    { moment: 'after its commit', text: 'COMMIT', when: 'answered' },
  ] as const;

  it.each(moments)('$moment is made once, and told with what it did', async ({ text, when }) => {
    useNewProject();
    const store = await testBed.open(testBed.folder());
    const start = await store.head();
    await store.add(sampleAnnotation({ id: uuidOf(1), annotationText: 'x' }));
    for (let round = 1; round <= rounds; round++) {
      const cut = proxy.cutAt(text, when);
      const updated = await store.update(uuidOf(1), addDot);
      await cut;
      expect(updated?.after?.annotationText).toBe(`x${'.'.repeat(round)}`);
      expect(updated?.before.annotationText).toBe(`x${'.'.repeat(round - 1)}`);
    }
    expect((await store.get(uuidOf(1)))?.annotationText).toBe(`x${'.'.repeat(rounds)}`);
    expect(await allChanges(store, start)).toHaveLength(1 + rounds);
  });

  it.each(moments)(
    '$moment, and that adds, claims, removes or moves several, has the outcome that the caller is told',
    async ({ text, when }) => {
      useNewProject();
      const store = await testBed.open(testBed.folder());
      const start = await store.head();
      const lost = async <T>(work: () => Promise<T>): Promise<T> => {
        const cut = proxy.cutAt(text, when);
        const result = await work();
        await cut;
        return result;
      };
      for (const n of [1, 2]) await lost(() => store.add(sampleAnnotation({ id: uuidOf(n) })));
      expect(await lost(() => store.updateAll({}, addDot))).toHaveLength(2);
      const claimed = await lost(() =>
        store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, sampleTime)),
      );
      expect(claimed?.after?.status).toBe('acknowledged');
      expect(await lost(() => store.remove(uuidOf(2)))).toBe(true);
      expect(await store.remove(uuidOf(2))).toBe(false);
      const changes = await allChanges(store, start);
      expect(changes.map(({ type }) => type)).toEqual([
        'added',
        'added',
        'updated',
        'updated',
        'updated',
        'removed',
      ]);
    },
  );

  it('is refused with what is known when the server does not come back', async () => {
    useNewProject();
    const own = await startPostgres();
    const way = await startTcpProxy(own.port);
    testBed.onEnd(() => own.stop());
    testBed.onEnd(() => way.close());
    url = `${own.url().replace(`:${own.port}/`, `:${way.port}/`)}?project=lost`;
    const store = await testBed.open(testBed.folder(), { busyMs: 300 });
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const cut = way.cutAt('COMMIT', 'answered');
    const outcome = store.update(uuidOf(1), addDot).catch((error: unknown) => error);
    await cut;
    await own.kill();
    way.cut();
    expect(await outcome).toMatchObject({
      code: 'store/failed',
      message: expect.stringMatching(/may have been stored or not|cannot be reached/) as unknown,
    });
  });
});

describe('a reader', () => {
  it('goes on after its connections are cut, without a change twice or skipped', async () => {
    useNewProject();
    const store = await testBed.open(testBed.folder(), { safetyCheckMs: null });
    const reader = await Reader.fromNow(store);
    const start = await store.head();
    for (let n = 1; n <= rounds * 4; n++) {
      if (n % 2 === 0) proxy.cut();
      await store.add(sampleAnnotation({ id: uuidOf(n) }));
    }
    await reader.until(() => reader.changes.length >= rounds * 4);
    expect(reader.changes).toEqual(await allChanges(store, start));
    expect(reader.resyncs).toBe(0);
  });
});

describe('a change that its writer could not announce', () => {
  it('is found by the regular check of a reader that listens', async () => {
    useNewProject();
    const store = await testBed.open(testBed.folder(), { safetyCheckMs: null });
    const reader = await Reader.fromNow(store);
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    await reader.until(() => reader.changes.length === 1);
    // As a process leaves it that is killed between the two.
    await server.query(
      `WITH project AS (UPDATE annotate.projects SET n = 2, tag = 'killed' WHERE name = $1 RETURNING id)
       INSERT INTO annotate.changes (project, n, tag, part, type, is_foreign, body)
       SELECT project.id, 2, 'killed', 1, 'updated', false, body FROM project
         JOIN annotate.annotations ON annotations.project = project.id`,
      [`p${projects}`],
    );
    await reader.until(() => reader.changes.length === 2);
    expect(reader.resyncs).toBe(0);
  });
});

describe('outages', () => {
  const outages = [
    { name: 'PostgreSQL is killed', happen: () => restart() },
    { name: 'the writer is killed', happen: (worker: Worker) => worker.kill() },
    { name: 'all connections are cut', happen: () => proxy.cut() },
    { name: 'a commit is cut', happen: () => proxy.cutAt('COMMIT', 'before') },
    { name: 'the answer of a commit is cut', happen: () => proxy.cutAt('COMMIT', 'answered') },
    { name: 'a transaction is cut in the middle', happen: () => proxy.cutAt('BEGIN', 'answered') },
  ];

  async function restart(): Promise<void> {
    await server.kill();
    await server.start();
  }

  it(
    `lose no acknowledged change in ${rounds} rounds, and readers get each once`,
    { timeout: 600_000 },
    async () => {
      useNewProject();
      const store = await testBed.open(testBed.folder());
      const reader = await Reader.fromNow(store);
      const start = await store.head();
      const acknowledged: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const outage = outages[round % outages.length];
        const worker = await Worker.on(subject, testBed.folder(), testBed);
        worker.order({ type: 'append', from: round * 1_000_000, size: 'typical' });
        await worker.until(() => worker.added.length >= 1 + Math.floor(Math.random() * 30));
        await outage?.happen(worker);
        if (outage?.name !== 'the writer is killed') {
          const before = worker.added.length;
          // It goes on by itself.
          await worker.until(() => worker.added.length > before + 1);
          await worker.kill();
        }
        acknowledged.push(...worker.added);
      }
      const present = new Set((await listAll(store)).map(({ id }) => id));
      expect(acknowledged.filter((n) => !present.has(uuidOf(n)))).toEqual([]);
      // The last one is its own: when it arrives, all before it have arrived.
      await store.add(sampleAnnotation({ id: uuidOf(999_999_999) }));
      await reader.until(() => reader.copy.has(uuidOf(999_999_999)));
      expect(reader.resyncs).toBe(0);
      expect(reader.changes.map(({ cursor }) => cursor)).toEqual(
        (await allChanges(store, start)).map(({ cursor }) => cursor),
      );
      expect(reader.changes.map(({ cursor }) => Number(cursor.split('.')[1]))).toEqual(
        reader.changes.map((_, index) => index + 1),
      );
    },
  );

  it('do not free the claim of an agent whose process goes on', { timeout: 120_000 }, async () => {
    useNewProject();
    const folder = testBed.folder();
    const [hub, agents] = [await testBed.open(folder), await Worker.on(subject, folder, testBed)];
    const agent = { agentId: 'a', agentName: 'x', waiting: false, since: sampleTime.toISOString() };
    await agents.do({ type: 'announce', agent });
    const seen: string[][] = [];
    const subscription = hub.agents.subscribe({
      agents: (present) => seen.push(present.map(({ agentId }) => agentId)),
      error: () => undefined,
    });
    testBed.onEnd(() => subscription.close());
    await expect.poll(() => seen.at(-1)).toEqual(['a']);
    await restart();
    // Both have new connections, and the agent is written again with its new owner.
    await expect
      .poll(async () => (await server.query('SELECT owner FROM annotate.live WHERE id = $1', ['a'])).length)
      .toBe(1);
    await agents.do({ type: 'announce', agent: { ...agent, waiting: true } });
    await expect.poll(async () => (await hub.agents.list())[0]?.waiting).toBe(true);
    expect(seen.flat().filter((id) => id !== 'a')).toEqual([]);
    expect(seen.filter((ids) => ids.length === 0)).toEqual([]);
  });
});

describe('a server that is away', () => {
  /** A server of its own, because it is stopped for a while. */
  async function ownServer(): Promise<PostgresServer> {
    const own = await startPostgres();
    testBed.onEnd(() => own.stop());
    url = `${own.url()}?project=away`;
    return own;
  }

  it(
    'when the store is opened is connected to when it is back, and its readers go on',
    { tags: 'full' },
    async () => {
      const own = await ownServer();
      await (await testBed.open(testBed.folder())).add(sampleAnnotation({ id: uuidOf(1) }));
      await own.kill();
      await expect(testBed.open(testBed.folder())).rejects.toMatchObject({ code: 'store/away' });
      const store = await testBed.open(testBed.folder(), { opensLater: true });
      expect(store.url).toBe(url.replace(/:[^:@]*@/, '@'));
      const [events, errors, agents]: [string[], unknown[], string[][]] = [[], [], []];
      const error = (reason: unknown) => errors.push(reason);
      const subscriptions = [
        store.subscribe(await store.head(), { event: ({ type }) => void events.push(type), error }),
        store.agents.subscribe({ agents: (all) => agents.push(all.map(({ agentId }) => agentId)), error }),
      ];
      testBed.onEnd(() => subscriptions.forEach((subscription) => subscription.close()));
      expect(errors).toMatchObject([{ code: 'store/away' }, { code: 'store/away' }]);
      await expect(store.add(sampleAnnotation({ id: uuidOf(2) }))).rejects.toMatchObject({
        code: 'store/away',
        message: expect.stringContaining('Nothing was changed') as unknown,
      });
      expect([events, agents]).toEqual([[], []]);
      await own.start();
      // Nothing is called: it connects by itself, and says that everything has to be read.
      await expect.poll(() => events, { timeout: 15_000 }).toEqual(['resync']);
      await expect.poll(() => agents).toEqual([[]]);
      await store.add(sampleAnnotation({ id: uuidOf(2) }));
      expect((await listAll(store)).map(({ id }) => id)).toEqual([uuidOf(1), uuidOf(2)]);
      await expect.poll(() => events).toEqual(['resync', 'changes']);
    },
  );

  it('refuses changes with what to do, tells readers without repeating it, and goes on when it is back', async () => {
    const own = await ownServer();
    const store = await testBed.open(testBed.folder(), { busyMs: 3_000 });
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const errors: unknown[] = [];
    const subscription = store.agents.subscribe({
      agents: () => undefined,
      error: (error) => errors.push(error),
    });
    testBed.onEnd(() => subscription.close());
    await own.kill();
    const refusals = await Promise.allSettled([
      store.add(sampleAnnotation({ id: uuidOf(2) })),
      store.agents.list(),
    ]);
    const away = { status: 'rejected', reason: { code: 'store/away' } };
    expect(refusals).toMatchObject([away, away]);
    await expect(store.get(uuidOf(1))).rejects.toThrow('cannot be reached');
    // Once for each way to the server, and not for each attempt.
    expect(errors.length).toBeLessThanOrEqual(3);
    expect(errors).toContainEqual(expect.objectContaining({ code: 'store/away' }));
    await own.start();
    await expect.poll(() => store.get(uuidOf(1)).catch(() => null), { timeout: 15_000 }).not.toBe(null);
    await store.add(sampleAnnotation({ id: uuidOf(2) }));
    expect(await store.count()).toBe(2);
  });
});
