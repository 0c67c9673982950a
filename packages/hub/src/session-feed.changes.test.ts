import { describe, expect, it } from 'vitest';

import { acknowledge, create } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import type { Store } from '@annotate-mcp/store';

import { startHub } from './testing/hub-server.ts';
import { payload } from './testing/tab.ts';

const [ann, bob] = [uuidOf(1), uuidOf(2)];

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
    await otherStore.agents.announce(agent);
    expect(await tab.next('agents:presence')).toMatchObject({
      agents: [{ agentName: 'claude-code', waiting: true }],
    });
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
