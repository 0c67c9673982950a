import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { acknowledge, create, mostClosedSynced, protocolVersion } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { projectIdOf } from './project-id.ts';
import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const [ann, bob] = [uuidOf(1), uuidOf(2)];
const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);

describe('a tab that connects', () => {
  it('gets a session, everything of its app, and who is listening', async () => {
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

  it('gets all that is open and the newest of what is closed, however long the history', async () => {
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

  it('lets the dev server work while a long list is read for it', async () => {
    const happened: string[] = [];
    const around = (store: Store): Store => ({
      ...store,
      list: (query, paging) => {
        happened.push('read');
        setImmediate(() => happened.push('work'));
        return store.list(query, paging);
      },
    });
    const { connect, store } = await startHub({ around });
    for (let n = 1; n <= 401; n++)
      await store.add(create(sampleContent('page', { appId: '.', id: uuidOf(n) }), 'pending', sampleTime));
    await (await connect()).resume();
    expect(happened.slice(0, 6)).toEqual(['read', 'work', 'read', 'work', 'read', 'work']);
  });

  it('hears what it missed, and nothing else, when it comes back with its cursor', async () => {
    const { connect, elsewhere } = await startHub();
    const before = await connect();
    const [, sync] = await before.resume();
    before.socket.close();
    await before.closed;
    await elsewhere.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
    await elsewhere.update(uuidOf(100), (annotation) => acknowledge(annotation, sampleAgent, sampleTime));
    const cursor = sync?.type === 'annotations:sync' ? sync.cursor : '';
    const after = await connect();
    const heard = await after.resume({ cursor });
    // The other tabs of the hub may not have got there yet; the rest then comes as it does to them.
    await expect
      .poll(() => types([...heard, ...after.heard]).filter((type) => type.startsWith('annotation:')))
      .toEqual(['annotation:created', 'annotation:updated']);
    expect(types(heard)).not.toContain('annotations:sync');
  });

  it('gets the whole list when its cursor leads nowhere', async () => {
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
    await two.ask({ type: 'session:ping' });
    expect(await store.sessions.get(uuidOf(50))).toMatchObject({ active: true });
    two.socket.close();
    await expect.poll(async () => (await store.sessions.get(uuidOf(50)))?.active).toBe(false);
  });

  it('of another release is told to reload and closed with 1002', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    tab.say('{"type":"session:resume","protocol":99,"who":"me","ref":"r"}');
    expect(await tab.next('error')).toMatchObject({
      code: 'protocol/version',
      hint: expect.stringContaining('Reload') as string,
      ref: 'r',
    });
    expect(await tab.closed).toBe(1002);
  });

  it('of another project is refused, and leaves nothing here', async () => {
    const { connect, store, root } = await startHub();
    const stranger = await connect();
    const hello = { type: 'session:resume', protocol: protocolVersion, authorId: ann, url: '/' } as const;
    stranger.say({ ...hello, projectId: projectIdOf('/elsewhere', '.') });
    expect(await stranger.next('error')).toMatchObject({ code: 'session/other-project' });
    expect(await stranger.closed).toBe(1008);
    expect(await store.sessions.list()).toEqual([]);
    const own = await connect();
    own.say({ ...hello, projectId: projectIdOf(root, '.') });
    await own.next('session:created');
  });

  it('gets the whole list again when the store behind it is replaced', async () => {
    const { connect, store, elsewhere, root } = await startHub();
    await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
    const tab = await connect();
    await tab.resume();
    await elsewhere.close();
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

describe('what is committed', () => {
  it.each(['list', 'changesSince'] as const)('while a tab is joining (%s) is not lost', async (name) => {
    const reading = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    let slow = false;
    const pausing = async <T>(read: Promise<T>): Promise<T> => {
      const answer = await read;
      if (!slow) return answer;
      reading.resolve(undefined);
      await goOn.promise;
      return answer;
    };
    const around = (store: Store): Store => ({
      ...store,
      list: (...asked) => (name === 'list' ? pausing(store.list(...asked)) : store.list(...asked)),
      changesSince: (cursor) => pausing(store.changesSince(cursor)),
    });
    const { connect, store } = await startHub({ around });
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
    // Whoever does not take turns has delivered it by now.
    await new Promise((resolve) => setImmediate(resolve));
    goOn.resolve(undefined);
    const heard = await resumed;
    const last = await tab.next('annotation:created');
    expect(last).toMatchObject({ annotation: { id: uuidOf(2) } });
    const before = heard.flatMap((message) => {
      if (message.type === 'annotations:sync') return message.annotations;
      return message.type === 'annotation:created' ? [message.annotation] : [];
    });
    expect(before.map(({ id }) => id)).toEqual([uuidOf(1)]);
  });

  it('by another process reaches every tab', async () => {
    const { connect, elsewhere } = await startHub();
    const tab = await connect();
    await tab.resume();
    await tab.ask({ type: 'annotation:create', payload: payload(5) });
    expect(await tab.next('annotation:created')).toMatchObject({
      annotation: { id: uuidOf(5), status: 'pending' },
    });
    await elsewhere.update(uuidOf(5), (annotation) => acknowledge(annotation, sampleAgent, new Date()));
    expect(await tab.next('annotation:updated')).toMatchObject({
      annotation: { status: 'acknowledged', claim: { agentName: 'claude-code' } },
    });
    await elsewhere.remove(uuidOf(5));
    expect(await tab.next('annotation:removed')).toMatchObject({ id: uuidOf(5) });
  });

  it('reaches fifty tabs that come and go meanwhile, each change in order', async () => {
    const { connect, elsewhere } = await startHub();
    const author = { authorId: ann, appId: '.' };
    const total = 60;
    const writing = (async () => {
      for (let n = 0; n < total; n++) {
        await elsewhere.add(
          create(sampleContent('page', { ...author, id: uuidOf(1_000 + n) }), 'pending', sampleTime),
        );
      }
    })();
    const tabs = await Promise.all(Array.from({ length: 50 }, () => connect()));
    const known = await Promise.all(
      tabs.map(async (tab) => {
        const heard = await tab.resume();
        return heard.flatMap((message) => (message.type === 'annotations:sync' ? message.annotations : []));
      }),
    );
    await writing;
    const last = uuidOf(1_000 + total - 1);
    for (const [index, tab] of tabs.entries()) {
      const ids = () => [
        ...(known[index] ?? []).map(({ id }) => id),
        ...tab.heard.flatMap((message) =>
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

  it('as a draft is seen by its author only, and by all once it is sent', async () => {
    const { connect } = await startHub();
    const [anns, otherOfAnn, bobs] = [await connect(), await connect(), await connect()];
    await anns.resume({ authorId: ann });
    await otherOfAnn.resume({ authorId: ann });
    await bobs.resume({ authorId: bob });
    await anns.ask({ type: 'annotation:create', payload: payload(5), draft: true });
    expect(await otherOfAnn.next('annotation:created')).toMatchObject({ annotation: { status: 'draft' } });
    const late = await connect();
    expect(await late.resume({ authorId: bob })).toMatchObject([{}, { annotations: [] }, {}]);
    await anns.ask({ type: 'batch:submit' });
    expect(await bobs.next('annotation:created')).toMatchObject({ annotation: { status: 'pending' } });
    expect(await otherOfAnn.next('annotation:updated')).toMatchObject({ annotation: { status: 'pending' } });
    expect(bobs.heard).toEqual([]);
  });

  it('about agents is shown when one comes and goes', async () => {
    const { connect, elsewhere } = await startHub();
    const tab = await connect();
    await tab.resume();
    const agent = { agentId: 'a', agentName: 'claude-code', waiting: true, since: sampleTime.toISOString() };
    await elsewhere.agents.announce(agent);
    expect(await tab.next('agents:presence')).toMatchObject({
      agents: [{ agentName: 'claude-code', waiting: true }],
    });
    await elsewhere.agents.leave('a');
    expect(await tab.next('agents:presence')).toMatchObject({ agents: [] });
  });

  it('by an agent that is gone is freed', async () => {
    const { connect, elsewhere } = await startHub();
    const tab = await connect();
    await tab.resume();
    await tab.ask({ type: 'annotation:create', payload: payload(5) });
    const { agentId, agentName } = sampleAgent;
    await elsewhere.agents.announce({ agentId, agentName, waiting: false, since: sampleTime.toISOString() });
    await elsewhere.update(uuidOf(5), (annotation) => acknowledge(annotation, sampleAgent, new Date()));
    expect(await tab.next('annotation:updated')).toMatchObject({ annotation: { status: 'acknowledged' } });
    await elsewhere.agents.leave(agentId);
    expect(await tab.next('annotation:updated')).toMatchObject({ annotation: { status: 'pending' } });
  });

  it('to the manifest is announced', async () => {
    const { connect, hub } = await startHub();
    const tab = await connect();
    await tab.resume();
    hub.manifestChanged();
    expect(await tab.next('manifest:update')).toEqual({ type: 'manifest:update' });
  });
});
