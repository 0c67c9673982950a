import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { acknowledge, create, mostClosedSynced, protocolVersion } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { MessageSender } from './message-sender.ts';
import { projectIdOf } from './options.ts';
import { SessionFeed } from './session-feed.ts';
import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const [ann, bob] = [uuidOf(1), uuidOf(2)];
const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);

/** Keeps what is sent instead of sending it. */
class SentLists extends MessageSender {
  readonly texts: string[] = [];

  override sendRequested(text: string): void {
    this.texts.push(text);
  }
}

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

describe('a change', () => {
  it.each(['list', 'changesSince'] as const)(
    'that is committed while a tab is joining (%s) is not lost',
    async (name) => {
      const reading = Promise.withResolvers<undefined>();
      const goOn = Promise.withResolvers<undefined>();
      let slow = false;
      const pauseAfter = async <T>(read: Promise<T>): Promise<T> => {
        const answer = await read;
        if (!slow) return answer;
        reading.resolve(undefined);
        await goOn.promise;
        return answer;
      };
      const wrapStore = (store: Store): Store => ({
        ...store,
        list: (...asked) => (name === 'list' ? pauseAfter(store.list(...asked)) : store.list(...asked)),
        changesSince: (cursor) => pauseAfter(store.changesSince(cursor)),
      });
      const { connect, store } = await startHub({ wrapStore });
      const note = (n: number) =>
        create(sampleContent('page', { appId: '.', id: uuidOf(n) }), 'pending', sampleTime);
      const witness = await connect();
      const [, sync] = await witness.resume();
      await store.add(note(1));
      await witness.next('annotation:created');
      slow = true;
      const tab = await connect();
      const cursor = sync?.type === 'annotations:sync' ? sync.cursor : '';
      const resumed = tab.resume(name === 'list' ? {} : { cursor });
      await reading.promise;
      await store.add(note(2));
      slow = false;
      // Without the queue the change would be delivered at this point.
      await new Promise((resolve) => setImmediate(resolve));
      goOn.resolve(undefined);
      const received = await resumed;
      const last = await tab.next('annotation:created');
      expect(last).toMatchObject({ annotation: { id: uuidOf(2) } });
      const before = received.flatMap((message) => {
        if (message.type === 'annotations:sync') return message.annotations;
        return message.type === 'annotation:created' ? [message.annotation] : [];
      });
      expect(before.map(({ id }) => id)).toEqual([uuidOf(1)]);
    },
  );

  it('of another process is sent to every tab', async () => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume();
    await tab.request({ type: 'annotation:create', payload: payload(5) });
    expect(await tab.next('annotation:created')).toMatchObject({
      annotation: { id: uuidOf(5), status: 'pending' },
    });
    await otherStore.update(uuidOf(5), (annotation) => acknowledge(annotation, sampleAgent, new Date()));
    expect(await tab.next('annotation:updated')).toMatchObject({
      annotation: { status: 'acknowledged', claim: { agentName: 'claude-code' } },
    });
    await otherStore.remove(uuidOf(5));
    expect(await tab.next('annotation:removed')).toMatchObject({ id: uuidOf(5) });
  });

  it('is sent to fifty tabs that connect at the same time, in order', async () => {
    const { connect, otherStore } = await startHub();
    const author = { authorId: ann, appId: '.' };
    const total = 60;
    const writing = (async () => {
      for (let n = 0; n < total; n++) {
        await otherStore.add(
          create(sampleContent('page', { ...author, id: uuidOf(1_000 + n) }), 'pending', sampleTime),
        );
      }
    })();
    const tabs = await Promise.all(Array.from({ length: 50 }, () => connect()));
    const known = await Promise.all(
      tabs.map(async (tab) => {
        const received = await tab.resume();
        return received.flatMap((message) =>
          message.type === 'annotations:sync' ? message.annotations : [],
        );
      }),
    );
    await writing;
    const last = uuidOf(1_000 + total - 1);
    for (const [index, tab] of tabs.entries()) {
      const ids = () => [
        ...(known[index] ?? []).map(({ id }) => id),
        ...tab.received.flatMap((message) =>
          message.type === 'annotation:created' ? [message.annotation.id] : [],
        ),
      ];
      await expect.poll(() => ids().at(-1)).toBe(last);
      const all = ids();
      expect(new Set(all).size).toBe(total);
      const created = all.slice(known[index]?.length);
      expect(created).toEqual([...created].sort());
    }
  });

  it('to a draft is sent to its author only, and to all tabs once the draft is submitted', async () => {
    const { connect } = await startHub();
    const [anns, otherOfAnn, bobs] = [await connect(), await connect(), await connect()];
    await anns.resume({ authorSecret: ann });
    await otherOfAnn.resume({ authorSecret: ann });
    await bobs.resume({ authorSecret: bob });
    await anns.request({ type: 'annotation:create', payload: payload(5), draft: true });
    expect(await otherOfAnn.next('annotation:created')).toMatchObject({ annotation: { status: 'draft' } });
    const late = await connect();
    expect(await late.resume({ authorSecret: bob })).toMatchObject([{}, { annotations: [] }, {}]);
    await anns.request({ type: 'batch:submit' });
    expect(await bobs.next('annotation:created')).toMatchObject({ annotation: { status: 'pending' } });
    expect(await otherOfAnn.next('annotation:updated')).toMatchObject({ annotation: { status: 'pending' } });
    // Pages are told a moment later who else has come.
    expect(bobs.received.filter(({ type }) => type !== 'people')).toEqual([]);
  });

  it('of the connected agents is sent to every tab', async () => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume();
    const agent = { agentId: 'a', agentName: 'claude-code', waiting: true, since: sampleTime.toISOString() };
    await otherStore.agents.announce({ ...agent, host: 'a machine:4242' });
    // Without the number of its process.
    expect(await tab.next('agents:presence')).toEqual({ type: 'agents:presence', agents: [agent] });
    await otherStore.agents.leave('a');
    expect(await tab.next('agents:presence')).toMatchObject({ agents: [] });
  });

  it('releases the claim of an agent that has disconnected', async () => {
    const { connect, otherStore } = await startHub();
    const tab = await connect();
    await tab.resume();
    await tab.request({ type: 'annotation:create', payload: payload(5) });
    const { agentId, agentName } = sampleAgent;
    await otherStore.agents.announce({ agentId, agentName, waiting: false, since: sampleTime.toISOString() });
    await otherStore.update(uuidOf(5), (annotation) => acknowledge(annotation, sampleAgent, new Date()));
    expect(await tab.next('annotation:updated')).toMatchObject({ annotation: { status: 'acknowledged' } });
    await otherStore.agents.leave(agentId);
    expect(await tab.next('annotation:updated')).toMatchObject({ annotation: { status: 'pending' } });
  });

  it('of the manifest is sent to every tab', async () => {
    const { connect, hub } = await startHub();
    const tab = await connect();
    await tab.resume();
    hub.manifestChanged();
    expect(await tab.next('manifest:update')).toEqual({ type: 'manifest:update' });
  });
});

it('a feed sends nothing that was read before all annotations changed', async () => {
  const store = await openStore('memory:');
  const [reads, answers] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let annotationText = 'Before';
  const list: Store['list'] = async () => {
    const annotations = [sampleAnnotation({ annotationText })];
    reads.resolve(null);
    await answers.promise;
    return { annotations, nextCursor: null };
  };
  const feed = await SessionFeed.open({ ...store, list }, '.', {
    onEvent: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => {
    feed.close();
    return store.close();
  });
  const socket = new WebSocket('ws://127.0.0.1:1').on('error', () => undefined);
  socket.terminate();
  const sender = new SentLists(socket);
  const joined = feed.join(
    {
      authorId: 'someone',
      inPortions: false,
      local: true,
      sender,
      url: () => 'http://localhost/',
      isOpen: () => true,
      closeForRetry: () => undefined,
    },
    undefined,
  );
  await reads.promise;
  annotationText = 'After';
  const synced = feed.resync();
  answers.resolve(null);
  await Promise.all([joined, synced]);
  const shown = sender.texts.map((text) => /Before|After/.exec(text)?.[0]);
  expect(shown).toEqual(['Before', 'After']);
});
