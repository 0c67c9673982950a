import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { acknowledge, create, mostClosedSynced, protocolVersion } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { projectIdOf } from './options.ts';
import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const ann = uuidOf(1);
const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);

describe('a tab that connects', () => {
  it('gets a session, all annotations of its app and the connected agents', async () => {
    const { connect, store } = await startHub();
    await store.add(create(sampleContent('component', { appId: '.' }), 'pending', sampleTime));
    await store.add(create(sampleContent('page', { appId: 'other', id: uuidOf(7) }), 'pending', sampleTime));
    const tab = await connect();
    const [created, sync, presence] = await tab.resume();
    expect(created).toMatchObject({
      type: 'session:created',
      protocol: protocolVersion,
      session: { active: true },
    });
    expect(sync).toMatchObject({ type: 'annotations:sync', annotations: [{ id: uuidOf(100) }] });
    expect(presence).toEqual({ type: 'agents:presence', agents: [] });
  });

  it('gets all open annotations and the newest closed ones', async () => {
    const { connect, store } = await startHub();
    const added = async (n: number, status: 'pending' | 'resolved') => {
      const made = create(sampleContent('page', { appId: '.', id: uuidOf(n) }), 'pending', sampleTime);
      await store.add({ ...made, status });
    };
    await added(1, 'pending');
    for (let n = 2; n <= mostClosedSynced + 3; n++) await added(n, 'resolved');
    const sync = (await (await connect()).resume())[1];
    const ids = sync?.type === 'annotations:sync' ? sync.annotations.map(({ id }) => id) : [];
    expect(ids).toHaveLength(1 + mostClosedSynced);
    expect(ids).toEqual(expect.arrayContaining([uuidOf(1), uuidOf(4), uuidOf(mostClosedSynced + 3)]));
    expect(ids).not.toContain(uuidOf(3));
  });

  it('gets the list that was read for the one before, but never the drafts of another author', async () => {
    let reads = 0;
    const wrapStore = (store: Store): Store => ({
      ...store,
      list: (query, paging) => {
        reads++;
        return store.list(query, paging);
      },
    });
    const { connect, store } = await startHub({ wrapStore });
    const shown = async (authorSecret: string) => {
      const sync = (await (await connect()).resume({ authorSecret }))[1];
      return sync?.type === 'annotations:sync' ? sync.annotations.map(({ id }) => id) : [];
    };
    await store.add(create(sampleContent('page', { appId: '.', id: uuidOf(10) }), 'pending', sampleTime));
    expect(await shown(uuidOf(2))).toEqual([uuidOf(10)]);
    const before = reads;
    expect(await shown(uuidOf(3))).toEqual([uuidOf(10)]);
    expect(reads).toBe(before);
    const tab = await connect();
    await tab.resume({ authorSecret: uuidOf(4) });
    await tab.request({ type: 'annotation:create', payload: payload(11), draft: true });
    expect(await shown(uuidOf(4))).toEqual([uuidOf(10), uuidOf(11)]);
    expect(await shown(uuidOf(3))).toEqual([uuidOf(10)]);
    await tab.request({ type: 'batch:submit' });
    await expect.poll(() => shown(uuidOf(3))).toEqual([uuidOf(10), uuidOf(11)]);
  });

  it('lets the event loop run while a long list is read', async () => {
    const happened: string[] = [];
    const wrapStore = (store: Store): Store => ({
      ...store,
      list: (query, paging) => {
        happened.push('read');
        setImmediate(() => happened.push('work'));
        return store.list(query, paging);
      },
    });
    const { connect, store } = await startHub({ wrapStore });
    for (let n = 1; n <= 401; n++)
      await store.add(create(sampleContent('page', { appId: '.', id: uuidOf(n) }), 'pending', sampleTime));
    const tab = await connect();
    happened.splice(0);
    await tab.resume();
    expect(happened.slice(0, 6)).toEqual(['read', 'work', 'read', 'work', 'read', 'work']);
  });

  it('gets only the changes it missed when it resumes with its cursor', async () => {
    const { connect, otherStore } = await startHub();
    const before = await connect();
    const [, sync] = await before.resume();
    before.socket.close();
    await before.closed;
    await otherStore.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
    await otherStore.update(uuidOf(100), (annotation) => acknowledge(annotation, sampleAgent, sampleTime));
    const cursor = sync?.type === 'annotations:sync' ? sync.cursor : '';
    const after = await connect();
    const received = await after.resume({ cursor });
    // The hub itself may not have read all changes yet; the rest then arrives as for every other tab.
    await expect
      .poll(() => types([...received, ...after.received]).filter((type) => type.startsWith('annotation:')))
      .toEqual(['annotation:created', 'annotation:updated']);
    expect(types(received)).not.toContain('annotations:sync');
  });

  it('gets the whole list when its cursor is of another store', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    expect(types(await tab.resume({ cursor: 'of-another-store.12.abcd' }))).toEqual([
      'session:created',
      'annotations:sync',
      'agents:presence',
    ]);
  });

  it('resumes its session after a reload', async () => {
    const { connect, store } = await startHub();
    const before = await connect();
    const [created] = await before.resume();
    const session = created?.type === 'session:created' ? created.session : null;
    before.socket.close();
    await before.closed;
    await expect.poll(async () => (await store.sessions.get(session?.id ?? ''))?.active).toBe(false);
    const after = await connect();
    const [again] = await after.resume({ sessionId: session?.id ?? '', url: 'http://localhost:5173/cart' });
    expect(again).toMatchObject({
      session: {
        id: session?.id,
        createdAt: session?.createdAt,
        active: true,
        url: 'http://localhost:5173/cart',
      },
    });
  });

  it('keeps its session active while a duplicate of it is open', async () => {
    const { connect, store } = await startHub();
    const [one, two] = [await connect(), await connect()];
    await one.resume({ sessionId: uuidOf(50) });
    await two.resume({ sessionId: uuidOf(50) });
    one.socket.close();
    await one.closed;
    await two.request({ type: 'session:ping' });
    expect(await store.sessions.get(uuidOf(50))).toMatchObject({ active: true });
    two.socket.close();
    await expect.poll(async () => (await store.sessions.get(uuidOf(50)))?.active).toBe(false);
  });

  it('with another protocol version gets a hint to reload and is closed with 1002', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    tab.send('{"type":"session:resume","protocol":99,"who":"me","ref":"r"}');
    expect(await tab.next('error')).toMatchObject({
      code: 'protocol/version',
      hint: expect.stringContaining('Reload') as string,
      ref: 'r',
    });
    expect(await tab.closed).toBe(1002);
  });

  it('of another project is refused, and no session is stored', async () => {
    const { connect, store, root } = await startHub();
    const stranger = await connect();
    const hello = { type: 'session:resume', protocol: protocolVersion, authorSecret: ann, url: '/' } as const;
    stranger.send({ ...hello, projectId: projectIdOf('/elsewhere', '.') });
    expect(await stranger.next('error')).toMatchObject({ code: 'session/other-project' });
    expect(await stranger.closed).toBe(1008);
    expect(await store.sessions.list()).toEqual([]);
    const own = await connect();
    own.send({ ...hello, projectId: projectIdOf(root, '.') });
    await own.next('session:created');
  });

  it('gets the whole list again when the store is replaced', async () => {
    const { connect, store, otherStore, root } = await startHub();
    await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
    const tab = await connect();
    await tab.resume();
    await otherStore.close();
    for (const file of ['store.db', 'store.db-wal', 'store.db-shm']) {
      rmSync(join(root, '.annotate', file), { force: true });
    }
    const replacement = await openStore(undefined, { root });
    onTestFinished(() => replacement.close());
    await replacement.add(
      create(sampleContent('page', { appId: '.', id: uuidOf(8) }), 'pending', sampleTime),
    );
    expect(await tab.next('annotations:sync')).toMatchObject({ annotations: [{ id: uuidOf(8) }] });
  });
});
