import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { relink, reply as say } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';
import type { Store } from '@annotate-mcp/store';

import { tools } from '../annotations/tools/index.ts';
import { pageUri } from '../annotations/uris.ts';
import { clientKinds } from '../testing/http-clients.ts';
import { startHttpServer, temporaryFolder } from '../testing/http-server.ts';
import { until, untilAgents } from '../testing/store-events.ts';

import { idleMs, reconnectMs } from './streamable-legacy.ts';

const page = (name: string) => `http://localhost:4200/${name}`;
const add = (store: Store, n: number, where = 'cart') =>
  store.add(sampleAnnotation({ id: uuidOf(n), pageUrl: page(where) }));
const isWaiting = (agents: { waiting: boolean }[]) => agents.some(({ waiting }) => waiting);
const staying = clientKinds.filter(({ stays }) => stays);

describe.each(clientKinds)('$name', ({ connect, stays }) => {
  it('finds every tool', async () => {
    const { url } = await startHttpServer();
    const client = await connect(url);
    expect(await client.tools()).toEqual(tools.map(({ name }) => name));
  });

  it('is counted', async () => {
    const { url, mcp } = await startHttpServer();
    expect(mcp.sessions).toBe(0);
    const client = await connect(url);
    await client.call('list_sessions');
    expect(mcp.sessions).toBe(1);
  });

  it('gets a message that names the wrong arguments', async () => {
    const { url } = await startHttpServer();
    const client = await connect(url);
    const failure = await client.call('list_annotations', { limit: 0 }).catch((error: unknown) => error);
    expect(JSON.parse((failure as Error).message)).toMatchObject({
      error: expect.stringMatching(/^list_annotations does not take these arguments: limit: /) as unknown,
      code: 'arguments/invalid',
    });
  });

  it('takes an annotation and resolves it, under its own name', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url, 'zed');
    const { claimToken } = await client.call('acknowledge', { id: uuidOf(1) });
    expect(typeof claimToken).toBe(stays ? 'undefined' : 'string');
    expect(await elsewhere.get(uuidOf(1))).toMatchObject({
      status: 'acknowledged',
      claim: { agentName: 'zed' },
    });
    expect(await elsewhere.agents.list()).toMatchObject([{ agentName: 'zed', waiting: false }]);
    await client.call('resolve', { id: uuidOf(1), summary: 'Done.', ...(!stays && { claimToken }) });
    expect(await elsewhere.get(uuidOf(1))).toMatchObject({ status: 'resolved' });
  });

  it('gets what another process writes while it watches', async () => {
    const { url, elsewhere } = await startHttpServer();
    const client = await connect(url);
    const watching = client.call('watch_annotations');
    await untilAgents(elsewhere, isWaiting);
    await add(elsewhere, 1);
    expect(await watching).toMatchObject({ status: 'annotations', annotations: [{ id: uuidOf(1) }] });
    await untilAgents(elsewhere, (agents) => !isWaiting(agents));
  });

  it('is notified of exactly the resources that it subscribes to', async () => {
    const { url, elsewhere } = await startHttpServer();
    const [client, other] = [await connect(url), await connect(url)];
    const [cart, last] = [pageUri(page('cart')), pageUri(page('last'))];
    await client.follow(cart, last);
    await other.follow(last);

    // Notifications are sent in order: a client that got the last one has got all before it.
    let heardLast = [client.hears(last), other.hears(last)];
    await add(elsewhere, 1, 'home');
    await add(elsewhere, 2, 'cart');
    await add(elsewhere, 3, 'last');
    await Promise.all(heardLast);
    expect(client.heard).toEqual([cart, last]);
    expect(other.heard).toEqual([last]);

    await client.unfollow(cart);
    heardLast = [client.hears(last), other.hears(last)];
    await add(elsewhere, 4, 'cart');
    await add(elsewhere, 5, 'last');
    await Promise.all(heardLast);
    expect(client.heard).toEqual([cart, last, last]);
    expect(other.heard).toEqual([last, last]);
  });

  it('is notified of both pages of a relinked annotation, under every address that it follows', async () => {
    const { url, elsewhere } = await startHttpServer();
    const client = await connect(url);
    await add(elsewhere, 1, 'cart');
    const followed = ['/cart', 'http://127.0.0.1:5173/cart/#total', 'localhost:9/about/index.html'].map(
      pageUri,
    );
    const last = pageUri('/last');
    await client.follow(...followed, pageUri('/cart?step=2'), last);
    const heardAll = [...followed, last].map((uri) => client.hears(uri));
    const place = { kind: 'page', pageUrl: page('about'), pageTitle: '' } as const;
    await elsewhere.update(uuidOf(1), (a) => relink(a, sampleAuthor, new Date(), place));
    await add(elsewhere, 2, 'last');
    await Promise.all(heardAll);
    expect(new Set(client.heard)).toEqual(new Set([...followed, last]));
  });

  it('that leaves in the middle of a watch is no longer waiting', async () => {
    const { url, elsewhere, readers } = await startHttpServer();
    const client = await connect(url);
    const before = readers();
    const watching = client.call('watch_annotations', { timeoutMs: 600_000 });
    await untilAgents(elsewhere, isWaiting);
    await client.drop();
    await expect(watching).rejects.toThrow();
    await untilAgents(elsewhere, (agents) => !isWaiting(agents));
    expect(readers()).toBe(before);
  });

  it('that cancels a watch is no longer waiting', async () => {
    const { url, elsewhere } = await startHttpServer();
    const client = await connect(url);
    const cancellation = new AbortController();
    const watching = client.call('watch_annotations', { timeoutMs: 600_000 }, cancellation.signal);
    await untilAgents(elsewhere, isWaiting);
    cancellation.abort();
    await expect(watching).rejects.toThrow();
    await untilAgents(elsewhere, (agents) => !isWaiting(agents));
    expect(await client.tools()).toHaveLength(tools.length);
  });

  it('competes for one annotation: one client gets it, the other learns which', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const names = ['zed', 'cursor'];
    const clients = await Promise.all(names.map((name) => connect(url, name)));
    const outcomes = await Promise.allSettled(
      clients.map((client) => client.call('acknowledge', { id: uuidOf(1) })),
    );
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const loser = outcomes[1 - winner];
    expect(loser?.status === 'rejected' && String(loser.reason)).toMatch(
      new RegExp(`held by ${names[winner] ?? ''}`),
    );
  });
});

describe.each(staying)('$name', ({ connect, transport }) => {
  it('is a present agent from the start until it drops the connection', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    const client = await connect(url, 'zed');
    await untilAgents(elsewhere, ([agent]) => agent?.agentName === 'zed');
    await client.call('list_sessions');
    await client.drop();
    // A stream may be opened again, so its end alone does not end the session.
    if (transport === 'http') await timer.expire(reconnectMs);
    await untilAgents(elsewhere, (agents) => agents.length === 0);
  });

  it('frees what it held when it is gone', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    await client.call('acknowledge', { id: uuidOf(1) });
    await client.drop();
    if (transport === 'http') await timer.expire(reconnectMs);
    await until(elsewhere, uuidOf(1), ({ status }) => status === 'pending');
  });

  it('is gone at once when it ends its session', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    await client.call('acknowledge', { id: uuidOf(1) });
    await client.farewell();
    await until(elsewhere, uuidOf(1), ({ status }) => status === 'pending');
    expect(await elsewhere.agents.list()).toEqual([]);
  });

  it('gets replies to what it holds', async () => {
    const { url, elsewhere } = await startHttpServer();
    await add(elsewhere, 1);
    const client = await connect(url);
    await client.call('acknowledge', { id: uuidOf(1) });
    const watching = client.call('watch_annotations');
    await untilAgents(elsewhere, isWaiting);
    await elsewhere.update(uuidOf(1), (annotation) =>
      say(annotation, sampleAuthor, new Date(), { id: uuidOf(9), message: 'Bolder!' }),
    );
    expect(await watching).toMatchObject({ replies: [{ annotationId: uuidOf(1), message: 'Bolder!' }] });
  });
});

describe.each(clientKinds)('$name', ({ connect, transport, stays }) => {
  it('leaves nothing behind after connecting and disconnecting twenty times', { tags: 'full' }, async () => {
    const { url, elsewhere, readers, timer, errors } = await startHttpServer();
    const before = readers();
    for (let round = 0; round < 20; round++) {
      const client = await connect(url);
      const watching = client.call('watch_annotations').catch(() => 'left');
      await untilAgents(elsewhere, isWaiting);
      await client.drop();
      expect(await watching).toBe('left');
      if (transport === 'http' && stays) await timer.expire(reconnectMs);
      await untilAgents(elsewhere, (agents) => agents.length === 0);
    }
    timer.pass(idleMs);
    expect(readers()).toBe(before);
    expect(timer.pending).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('closing', () => {
  it('ends every session, stream, timer and subscription, and refuses later requests', async () => {
    const { url, elsewhere, readers, timer, mcp } = await startHttpServer();
    await add(elsewhere, 1);
    const clients = await Promise.all(clientKinds.map(({ connect, name }) => connect(url, name)));
    await clients[1]?.call('acknowledge', { id: uuidOf(1) });
    for (const client of clients) client.call('watch_annotations').catch(() => 'left without an answer');
    await untilAgents(
      elsewhere,
      (agents) => agents.filter(({ waiting }) => waiting).length === clients.length,
    );
    await mcp.close();
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    expect(readers()).toBe(0);
    expect(timer.pending).toEqual([]);
    const late = await fetch(`${url}/sse`);
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({ code: 'mcp/closing' });
  });

  it('leaves nothing that keeps the process alive', async () => {
    const program = join(import.meta.dirname, '../testing/closing-process.ts');
    const child = spawn(process.execPath, ['--conditions=@annotate-mcp/source', program, temporaryFolder()], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
