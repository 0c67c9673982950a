import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AnnotateError } from '@annotate-mcp/core';
import { sampleAnnotation, sampleOfSize, uuidOf } from '@annotate-mcp/core/testing';

import { Reader } from '../../contract/reader.ts';
import { createTestBed } from '../../contract/test-bed.ts';
import { openStore } from '../../index.ts';
import { copyAnnotation } from '../../testing/copy-annotation.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { unusableAddresses } from '../../testing/unusable-addresses.ts';

import { pageStatement } from './read.ts';

const module = new URL('../../index.ts', import.meta.url).href;

let server: PostgresServer;
let url = '';
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const testBed = createTestBed({ module, url: () => url });

async function open(address: string) {
  url = address;
  return testBed.open(testBed.folder());
}

function refusal(address: string): Promise<unknown> {
  return openStore(address, { root: testBed.folder() }).then(
    (store) => store.close(),
    (error: unknown) => error,
  );
}

describe('an address that does not work', () => {
  it.each(unusableAddresses(() => server))(
    'because of $name is refused with what to do, and without the password',
    async (item) => {
      const error = await refusal(await item.address());
      expect(error).toBeInstanceOf(AnnotateError);
      expect(error).toMatchObject({
        message: expect.stringMatching(item.message) as unknown,
        hint: expect.stringMatching(item.hint) as unknown,
      });
      expect(JSON.stringify([error, (error as Error).message])).not.toContain('hidden');
    },
  );
});

describe('the tables', () => {
  it('are created once by many servers that start together', async () => {
    url = await server.createDatabase();
    const stores = await Promise.all(
      // Different pools, so that each prepares the database by itself.
      [1, 2, 3, 4, 5, 6].map((pool) =>
        openStore(`${url}?project=p&pool=${pool}`, { root: testBed.folder() }),
      ),
    );
    await Promise.all(stores.map((store, n) => store.add(sampleAnnotation({ id: uuidOf(n) }))));
    expect(await stores[0]?.count()).toBe(6);
    for (const store of stores) await store.close();
  });

  it('of a newer release are refused and left as they are', async () => {
    const database = await server.createDatabase();
    await (await open(database)).close();
    await server.query('UPDATE annotate.format SET version = 99, min_reader = 99', [], database);
    expect(await refusal(database)).toMatchObject({
      code: 'store/newer',
      message: expect.stringContaining('newer annotate-mcp (format 99)') as unknown,
    });
    expect(await server.query('SELECT version FROM annotate.format', [], database)).toEqual([
      { version: 99 },
    ]);
  });

  it('of a newer release that older ones may use are used', async () => {
    const database = await server.createDatabase();
    await (await open(database)).close();
    await server.query('UPDATE annotate.format SET version = 99', [], database);
    expect(await (await open(database)).count()).toBe(0);
  });

  it('of the release before are brought up to date with what is in them, and that release goes on writing', async () => {
    const database = await server.createDatabase();
    const store = await open(`${database}?project=p`);
    await store.add(sampleAnnotation({ id: uuidOf(1), annotationText: 'Größer' }));
    await server.query(
      `ALTER TABLE annotate.annotations DROP COLUMN summary;
       DROP FUNCTION annotate.summary_of; DROP FUNCTION annotate.comparable;
       UPDATE annotate.format SET version = 1`,
      [],
      database,
    );
    // Another pool, so that the database is prepared again.
    await (await open(`${database}?project=other&pool=2`)).close();
    await store.update(uuidOf(1), (one) => ({ ...one, annotationText: 'NOCH größer \0 \ud800' }));
    const [row] = await server.query(
      `SELECT summary ->> 'text' AS text, summary ->> 'newsBy' AS by FROM annotate.annotations`,
      [],
      database,
    );
    expect(row).toEqual({
      text: expect.stringMatching(/^noch großer \ufffd \ufffd\n/) as unknown,
      by: uuidOf(1),
    });
    expect((await store.get(uuidOf(1)))?.annotationText).toBe('NOCH größer \0 \ud800');
    await store.close();
  });

  it('need no right to create anything once they are there', async () => {
    const database = await server.createDatabase();
    await (await open(`${database}?project=p`)).close();
    await server.query(
      `CREATE ROLE member LOGIN PASSWORD 'm'; GRANT USAGE ON SCHEMA annotate TO member;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA annotate TO member`,
      [],
      database,
    );
    const store = await open(`${database.replace(/\/\/[^@]*@/, '//member:m@')}?project=p`);
    await store.add(sampleAnnotation());
    expect(await store.count()).toBe(1);
  });

  it('of another schema are another store', async () => {
    const database = await server.createDatabase();
    const [one, two] = [await open(`${database}?project=p`), await open(`${database}?project=p&schema=two`)];
    await one.add(sampleAnnotation());
    expect([await one.count(), await two.count()]).toEqual([1, 0]);
    expect(one.url).not.toBe(two.url);
  });
});

describe('projects', () => {
  it('see nothing of each other, though they share connections', async () => {
    const database = await server.createDatabase();
    const [shop, blog] = [await open(`${database}?project=shop`), await open(`${database}?project=blog`)];
    const reader = await Reader.fromNow(blog);
    await shop.add(sampleAnnotation({ id: uuidOf(1) }));
    await blog.add(sampleAnnotation({ id: uuidOf(2) }));
    await reader.until(() => reader.changes.length > 0);
    expect(reader.changes.map(({ annotation }) => annotation.id)).toEqual([uuidOf(2)]);
    expect(await blog.get(uuidOf(1))).toBeNull();
    expect(await shop.changesSince(await blog.head())).toMatchObject({ type: 'resync' });
    const used = await server.query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1`, [
      new URL(database).pathname.slice(1),
    ]);
    expect(used[0]?.n).toBeLessThanOrEqual(6);
  });

  it('are named after the folder of the project without ?project=', async () => {
    const store = await openStore(server.url(), { root: testBed.folder() });
    testBed.onEnd(() => store.close());
    expect(new URL(store.url).searchParams.get('project')).toContain('annotate störe');
  });

  it('that are deleted refuse what is written, and answer resync', async () => {
    const database = await server.createDatabase();
    const store = await open(`${database}?project=gone`);
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const cursor = await store.head();
    await server.query('DELETE FROM annotate.projects', [], database);
    await expect(store.add(sampleAnnotation({ id: uuidOf(2) }))).rejects.toMatchObject({
      code: 'store/failed',
      message: expect.stringContaining('was deleted') as unknown,
    });
    expect(await store.changesSince(cursor)).toMatchObject({ type: 'resync' });
  });
});

describe('texts', () => {
  it.each([
    ['long', `/${'a'.repeat(4_000)}`],
    ['with half a surrogate pair', '/\ud800'],
    ['with a zero', '/\0'],
    ['that look like a hash', `/sha256:${'0'.repeat(64)}`],
  ])('%s are found again as they were', async (_, pageUrl) => {
    const store = await open(`${server.url()}?project=texts`);
    const id = uuidOf(Math.floor(Math.random() * 1e9));
    const annotation = sampleAnnotation({ id, pageUrl, sessionId: pageUrl, appId: pageUrl });
    await store.add(annotation);
    expect(await store.list({ place: pageUrl, sessionId: pageUrl, appId: pageUrl })).toMatchObject({
      annotations: [annotation],
    });
    expect(await store.places({ appId: pageUrl })).toHaveLength(1);
    expect(await store.get('\0')).toBeNull();
  });
});

describe('a process behind a pooler', () => {
  it('gets changes and agents of others by looking', async () => {
    const database = await server.createDatabase();
    url = `${database}?project=p&listen=off`;
    const pooled = await testBed.open(testBed.folder(), { safetyCheckMs: 50 });
    const reader = await Reader.fromNow(pooled);
    const other = await open(`${database}?project=p`);
    await other.add(sampleAnnotation());
    await reader.until(() => reader.changes.length === 1);
    const agent = { agentId: 'a', agentName: 'x', waiting: true, since: new Date(0).toISOString() };
    await pooled.agents.announce(agent);
    expect(await other.agents.list()).toEqual([agent]);
    await pooled.close();
    expect(await other.agents.list()).toEqual([]);
  });
});

describe('a process that listens through a pooler', () => {
  it('notices it, says what to do, and gets changes by looking', async () => {
    const proxy = await startTcpProxy(server.port, { isPooler: true });
    testBed.onEnd(() => proxy.close());
    const database = await server.createDatabase();
    url = `${database.replace(`:${server.port}/`, `:${proxy.port}/`)}?project=p`;
    const pooled = await testBed.open(testBed.folder(), { safetyCheckMs: 50 });
    const reader = await Reader.fromNow(pooled);
    await (await open(`${database}?project=p`)).add(sampleAnnotation());
    await reader.until(() => reader.changes.length === 1 && reader.errors.length > 0);
    expect(reader.errors).toMatchObject([{ hint: expect.stringContaining('&listen=') as unknown }]);
    const locks = await server.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'", [], database);
    expect(locks).toEqual([]);
  });
});

describe('TLS', () => {
  it('is checked by the certificate, unless the address says otherwise', async () => {
    const secure = await startPostgres({ tls: true });
    testBed.onEnd(() => secure.stop());
    const address = secure.url().replace('127.0.0.1', 'localhost');
    const trusting = `sslrootcert=${encodeURIComponent(secure.certificate)}`;
    expect(await refusal(`${address}?sslmode=verify-full`)).toMatchObject({
      message: expect.stringMatching(/has a certificate that is not trusted: self[- ]signed/) as unknown,
      hint: expect.stringContaining('sslrootcert=') as unknown,
    });
    // Its certificate is for another name.
    expect(await refusal(`${secure.url()}?sslmode=verify-full&${trusting}`)).toMatchObject({
      message: expect.stringContaining('not trusted') as unknown,
    });
    for (const mode of [`verify-full&${trusting}`, 'require']) {
      const store = await open(`${address}?project=p&sslmode=${mode}`);
      const reader = await Reader.fromNow(store);
      await store.add(sampleAnnotation({ id: uuidOf(mode.length) }));
      await reader.until(() => reader.changes.length === 1);
      const [plain] = await secure.query(
        `SELECT count(*)::int AS n FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
         WHERE application_name LIKE 'annotate-mcp%' AND NOT ssl`,
      );
      expect(plain).toEqual({ n: 0 });
    }
  });
});

describe('old changes', () => {
  it('are removed in portions when fewer are kept', { tags: 'full' }, async () => {
    const database = await server.createDatabase();
    const store = await open(`${database}?project=p`);
    for (let n = 1; n <= 100; n++) await store.add(sampleAnnotation({ id: uuidOf(n) }));
    await store.close();
    url = `${database}?project=p`;
    const short = await testBed.open(testBed.folder(), { keepChanges: 10 });
    for (let n = 101; n <= 128; n++) await short.add(sampleAnnotation({ id: uuidOf(n) }));
    const [row] = await server.query('SELECT min(n)::int AS n FROM annotate.changes', [], database);
    expect(row).toEqual({ n: 119 });
  });
});

describe('lists of 10,000 annotations', () => {
  const queries = [
    {},
    { status: ['pending'] },
    { status: ['pending', 'acknowledged'] },
    { place: '/page-7' },
    { place: '/page-7', status: ['pending'] },
    { sessionId: 'session-3' },
    { holder: 'agent-1' },
    { appId: 'app-2' },
    { ids: [uuidOf(5), uuidOf(6)] },
    { draftsOf: 'another author' },
    { origin: 'own', status: ['resolved'] },
  ] as const;

  it('are read by an index, whatever is asked for', { tags: 'full' }, async () => {
    const database = await server.createDatabase();
    const store = await open(`${database}?project=many`);
    await store.add(sampleOfSize(2_000, { id: uuidOf(0) }));
    await copyAnnotation(server, database, 10_000);
    const tables = { schema: 'annotate', project: { id: 1, epoch: '' } };
    for (const query of queries) {
      for (const order of ['oldest', 'newest'] as const) {
        const statement = pageStatement(tables, query, { order }, 101);
        const plan = await server.query(`EXPLAIN ${statement?.sql}`, statement?.values, database);
        const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
        expect(lines, JSON.stringify(query)).not.toContain('Seq Scan');
      }
    }
  });
});
