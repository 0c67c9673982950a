import { describe, expect, it } from 'vitest';

import { reopen, reply as say, submit } from '@annotate-mcp/core';
import { sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';
import type { Store } from '@annotate-mcp/store';

import { startLinked } from '../../testing/linked-client.ts';
import { connectedTab, idsOf, numbered } from '../../testing/numbered-annotations.ts';
import { untilAgents } from '../../testing/store-events.ts';

const untilAgentWaits = (store: Store) =>
  untilAgents(store, (agents) => agents.some(({ waiting }) => waiting));

describe('watching', () => {
  it('returns at once when something is pending', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const { call } = await connect();
    expect(await call('watch_annotations')).toMatchObject({
      status: 'annotations',
      count: 1,
      annotations: [{ id: uuidOf(1) }],
      replies: [],
    });
  });

  it('waits for new annotations, is shown as waiting, and ignores other tabs', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    const answer = call('watch_annotations', { sessionId: 'mine' });
    await untilAgentWaits(store);
    await store.add(numbered(1, { sessionId: 'other' }));
    await store.add(numbered(2, { sessionId: 'mine' }));
    expect(idsOf(await answer)).toEqual([uuidOf(2)]);
    await untilAgents(store, ([agent]) => agent?.agentName === 'claude-code' && !agent.waiting);
  });

  it('wakes for a draft that is submitted and for one that is re-opened', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { status: 'draft' }));
    await store.add(numbered(2, { status: 'resolved' }));
    const { call } = await connect();
    const first = call('watch_annotations');
    await untilAgentWaits(store);
    await store.update(uuidOf(1), (a) => submit(a, sampleAuthor, new Date()));
    expect(idsOf(await first)).toEqual([uuidOf(1)]);
    await call('acknowledge', { id: uuidOf(1) });
    const second = call('watch_annotations');
    await untilAgentWaits(store);
    await store.update(uuidOf(2), (a) => reopen(a, sampleAuthor, new Date()));
    expect(idsOf(await second)).toEqual([uuidOf(2)]);
  });

  it('wakes the holder when the person replies, and gives each reply once', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const [holder, other] = [await connect(), await connect('codex')];
    await holder.call('acknowledge', { id: uuidOf(1) });
    const answer = holder.call('watch_annotations');
    await untilAgentWaits(store);
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green' }),
    );
    expect(await answer).toMatchObject({
      status: 'annotations',
      annotations: [],
      replies: [{ annotationId: uuidOf(1), message: 'green' }],
    });
    expect(await holder.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    expect(await other.call('watch_annotations', { timeoutMs: 0 })).toMatchObject({ status: 'timeout' });
    expect(await holder.call('resolve', { id: uuidOf(1) })).toMatchObject({ ok: true });
  });

  it('finds a reply among many that are held', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    for (let n = 1; n <= 105; n++) {
      await store.add(numbered(n));
      await call('acknowledge', { id: uuidOf(n) });
    }
    await store.update(uuidOf(105), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(900), message: 'green' }),
    );
    expect(await call('watch_annotations')).toMatchObject({
      replies: [{ annotationId: uuidOf(105), message: 'green' }],
    });
  });

  it('keeps a reply for the next watch when the client cancels during batchWindowMs', async () => {
    const { store, connect } = await startLinked();
    const { client, call } = await connect();
    await store.add(numbered(1));
    await call('acknowledge', { id: uuidOf(1) });
    const cancelling = new AbortController();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: { batchWindowMs: 10_000 } },
      { signal: cancelling.signal },
    );
    await untilAgentWaits(store);
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green' }),
    );
    cancelling.abort();
    await expect(answer).rejects.toThrow();
    await untilAgents(store, ([agent]) => agent?.waiting === false);
    expect(await call('watch_annotations')).toMatchObject({ replies: [{ message: 'green' }] });
  });

  it('returns a burst together with batchWindowMs', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    const answer = call('watch_annotations', { batchWindowMs: 300 });
    await untilAgentWaits(store);
    for (const n of [1, 2, 3]) await store.add(numbered(n));
    expect(idsOf(await answer)).toEqual([1, 2, 3].map(uuidOf));
  });

  it('says after a timeout what is missing', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    expect(await call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
      status: 'timeout',
      annotations: [],
      retryAfterMs: 0,
      storePath: store.url,
      activeSessions: 0,
      message: expect.stringContaining('no browser is connected') as unknown,
    });
    await store.sessions.save(connectedTab('tab-1'));
    expect(await call('watch_annotations', { timeoutMs: 0 })).toMatchObject({
      activeSessions: 1,
      message: expect.stringContaining('again') as unknown,
    });
  });

  it('ends when the client cancels it', async () => {
    const { store, connect } = await startLinked();
    const { client } = await connect();
    const cancelling = new AbortController();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: {} },
      { signal: cancelling.signal },
    );
    await untilAgentWaits(store);
    cancelling.abort();
    await expect(answer).rejects.toThrow();
    await untilAgents(store, ([agent]) => agent?.waiting === false);
  });

  it('sends progress to a client that asked for it', { tags: 'full' }, async () => {
    const { store, connect } = await startLinked();
    const { client } = await connect();
    const told = Promise.withResolvers<unknown>();
    const answer = client.callTool(
      { name: 'watch_annotations', arguments: { sessionId: 'mine' } },
      { onprogress: told.resolve },
    );
    await untilAgentWaits(store);
    await store.add(numbered(1, { sessionId: 'other' }));
    expect(await told.promise).toMatchObject({
      progress: 1,
      message: expect.stringContaining('waiting') as unknown,
    });
    await store.add(numbered(2, { sessionId: 'mine' }));
    await answer;
  });
});
