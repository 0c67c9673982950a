import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';

import { reply as say, withdraw } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';
import { keepClaims, openStore, type Store } from '@annotate-mcp/store';

import { clientKind } from '../testing/http-clients.ts';
import { spawnHttpServer } from '../testing/http-process.ts';
import { startHttpServer, temporaryFolder } from '../testing/http-server.ts';
import { until, untilAgents } from '../testing/store-events.ts';

import { idleMs } from './streamable-legacy.ts';
import { RecentClients, recentMs } from './streamable-modern.ts';

const { connect } = clientKind('newer protocol');
const id = uuidOf(1);
const add = (store: Store, n: number) => store.add(sampleAnnotation({ id: uuidOf(n) }));
const replyTo = (store: Store, message: string) =>
  store.update(id, (annotation) => say(annotation, sampleAuthor, new Date(), { id: uuidOf(9), message }));

describe('a claim without a session', () => {
  it('is held by a token that cannot be read from the claim', async () => {
    const { url, elsewhere, log } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    const { claimToken } = await client.call('acknowledge', { id });
    expect(claimToken).toMatch(/^[\w-]{43}$/);
    await client.call('reply', { id, message: 'On it.', claimToken });
    expect(JSON.stringify([await elsewhere.get(id), await elsewhere.agents.list(), log])).not.toContain(
      String(claimToken),
    );
  });

  it.each(['resolve', 'dismiss', 'release', 'update_annotation_target'])(
    'is refused to %s without the token or with a wrong one, and the refusal says what to pass',
    async (tool) => {
      const { url, elsewhere } = await startHttpServer();
      await elsewhere.add(sampleAnnotation({ id, kind: 'text' }));
      const client = await connect(url);
      const { claimToken } = await client.call('acknowledge', { id });
      const input = { id, reason: 'No.', replacementText: 'free shipping' };
      for (const wrong of [{}, { claimToken: 'x' }, { claimToken: '' }]) {
        await expect(client.call(tool, { ...input, ...wrong })).rejects.toThrow(
          /held by claude-code.*pass the claimToken that acknowledge returned/,
        );
      }
      await client.call(tool, { ...input, claimToken });
      expect(await elsewhere.agents.list()).toHaveLength(tool === 'update_annotation_target' ? 1 : 0);
    },
  );

  it('continues from another connection that sends the token', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const first = await connect(url);
    const { claimToken } = await first.call('acknowledge', { id });
    await first.drop();
    await (await connect(url)).call('resolve', { id, claimToken });
    expect(await elsewhere.get(id)).toMatchObject({ status: 'resolved' });
  });

  it('keeps its agent present until it holds nothing', async () => {
    const { url, elsewhere } = await startHttpServer();
    for (const n of [1, 2]) await add(elsewhere, n);
    const client = await connect(url);
    const { claimToken } = await client.call('acknowledge', { id });
    // One token for both: what a client holds it may hold together.
    expect(await client.call('acknowledge', { id: uuidOf(2), claimToken })).not.toHaveProperty('claimToken');
    await client.call('resolve', { id, claimToken });
    expect(await elsewhere.agents.list()).toHaveLength(1);
    await client.call('resolve', { id: uuidOf(2), claimToken });
    expect(await elsewhere.agents.list()).toEqual([]);
  });

  it('gives a new token to a client that sends one that is no longer valid', async () => {
    const { url, elsewhere } = await startHttpServer();
    for (const n of [1, 2]) await add(elsewhere, n);
    const client = await connect(url);
    const { claimToken: old } = await client.call('acknowledge', { id });
    await client.call('resolve', { id, claimToken: old });
    const { claimToken } = await client.call('acknowledge', { id: uuidOf(2), claimToken: old });
    expect(claimToken).toMatch(/^[\w-]{43}$/);
    expect(claimToken).not.toBe(old);
  });

  it('has its unread replies returned to a watch with the token, and only to that', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    const { claimToken } = await client.call('acknowledge', { id });
    const watching = client.call('watch_annotations', { claimToken });
    await untilAgents(elsewhere, (agents) => agents.some(({ waiting }) => waiting));
    await replyTo(elsewhere, 'Bolder!');
    expect(await client.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    expect(await watching).toMatchObject({ replies: [{ annotationId: id, message: 'Bolder!' }] });
    expect(await elsewhere.agents.list()).toMatchObject([{ waiting: false }]);
  });

  it('is resolved only after a reply was read', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    const { claimToken } = await client.call('acknowledge', { id });
    await replyTo(elsewhere, 'Bolder!');
    await expect(client.call('resolve', { id, claimToken })).rejects.toThrow(/Bolder!/);
    expect(await client.call('resolve', { id, claimToken })).toMatchObject({ ok: true });
  });

  it('that its author withdrew is reported to the holder with its next call, and the holder is gone', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    const { claimToken } = await client.call('acknowledge', { id });
    await elsewhere.update(id, (annotation) => withdraw(annotation, sampleAuthor, new Date()));
    expect(await client.call('watch_annotations', { timeoutMs: 0, claimToken })).toMatchObject({
      notices: [expect.stringContaining('withdrawn by its author')],
    });
    expect(await elsewhere.agents.list()).toEqual([]);
  });

  it('is free again when its holder has not called for half an hour', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    await client.call('acknowledge', { id });
    expect(timer.pending).toEqual([idleMs]);
    timer.pass(idleMs);
    await until(elsewhere, id, ({ status }) => status === 'pending');
    expect(await elsewhere.agents.list()).toEqual([]);
  });

  it('is free again when the process that gave the token is killed', async () => {
    const root = temporaryFolder();
    const store = await openStore(undefined, { root });
    onTestFinished(() => store.close());
    await add(store, 1);
    const { url, child } = await spawnHttpServer(root);
    await (await connect(url)).call('acknowledge', { id });
    const unexpected: unknown[] = [];
    const claims = keepClaims(
      store,
      () => new Date(),
      (error) => unexpected.push(error),
    );
    child.kill('SIGKILL');
    await until(store, id, ({ status }) => status === 'pending');
    claims.close();
    expect(unexpected).toEqual([]);
  });
});

describe('a call without a token', () => {
  it('makes no agent present unless it waits', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    const seen: string[][] = [];
    const watch = elsewhere.agents.subscribe({
      agents: (agents) => seen.push(agents.map(({ agentName }) => agentName)),
      error: (error) => {
        throw error;
      },
    });
    await client.call('get_all_pending');
    await client.call('resolve', { id });
    expect(await elsewhere.agents.list()).toEqual([]);
    watch.close();
    expect(seen.flat()).toEqual([]);
  });
});

const from = (name: string) => ({ params: { _meta: { [CLIENT_INFO_META_KEY]: { name } } } });

it('counts a client while its request runs and for a minute after it', () => {
  let now = 0;
  const clients = new RecentClients(() => new Date(now));
  const ends = [
    clients.begin('127.0.0.1', from('claude-code')),
    clients.begin('127.0.0.1', from('claude-code')),
    clients.begin('127.0.0.1', from('cursor')),
    clients.begin('192.168.1.20', from('cursor')),
    clients.begin('127.0.0.1', undefined),
  ];
  expect(clients.size).toBe(4);
  now = 10 * recentMs;
  expect(clients.size).toBe(4);
  for (const end of ends) end();
  expect(clients.size).toBe(4);
  now += recentMs + 1;
  expect(clients.size).toBe(0);
});
