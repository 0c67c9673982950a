import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { AgentPresence, LookAnswer, LookRequest } from '@annotate-mcp/core';
import { sampleAnnotation, sampleLook, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { keepClaims } from '../live/keep-claims.ts';
import type { Store } from '../store.ts';

import { Reader } from './reader.ts';
import type { Subject } from './subject.ts';
import { createTestBed, type TestBed } from './test-bed.ts';
import { Worker } from './worker-process.ts';

/** Connected sessions and agents, which are not part of the change feed. */
export function liveContract(subject: Subject): void {
  const testBed = createTestBed(subject);
  const agent = (agentId: string): AgentPresence => ({
    agentId,
    agentName: 'claude-code',
    waiting: false,
    since: sampleTime.toISOString(),
  });
  const session = (id: string) => ({
    id,
    appId: '.',
    createdAt: sampleTime.toISOString(),
    lastSeenAt: new Date().toISOString(),
    active: true,
    url: 'http://localhost:4200/',
  });

  describe('sessions', () => {
    it('are kept, replaced and found', async () => {
      const store = await testBed.open(testBed.folder());
      await store.sessions.save(session(uuidOf(1)));
      const moved = { ...session(uuidOf(1)), url: 'http://localhost:4200/about' };
      await store.sessions.save(moved);
      expect(await store.sessions.get(uuidOf(1))).toEqual(moved);
      expect(await store.sessions.get(uuidOf(2))).toBeNull();
      expect(await store.sessions.list()).toEqual([moved]);
    });

    it('of many tabs are saved at once, and the last of several saves of one counts', async () => {
      const store = await testBed.open(testBed.folder());
      const numbers = Array.from({ length: 60 }, (_, n) => n + 1);
      const addresses = ['a', 'b', 'c'].map((path) => `http://localhost:4200/${path}`);
      await Promise.all(
        addresses.flatMap((url) => numbers.map((n) => store.sessions.save({ ...session(uuidOf(n)), url }))),
      );
      const saved = await store.sessions.list();
      expect(saved.map(({ id }) => id).sort()).toEqual(numbers.map(uuidOf).sort());
      expect(new Set(saved.map(({ url }) => url))).toEqual(new Set(addresses.slice(-1)));
    });

    it('are forgotten a week after they were last seen', async () => {
      const store = await testBed.open(testBed.folder());
      await store.sessions.save({
        ...session(uuidOf(1)),
        lastSeenAt: new Date(Date.now() - 8 * 86_400_000).toISOString(),
      });
      await store.sessions.save(session(uuidOf(2)));
      expect((await store.sessions.list()).map(({ id }) => id)).toEqual([uuidOf(2)]);
    });

    it('are no changes', async () => {
      const store = await testBed.open(testBed.folder());
      const head = await store.head();
      await store.sessions.save(session(uuidOf(1)));
      await store.agents.announce(agent('a'));
      expect(await store.head()).toBe(head);
    });
  });

  describe('agents', () => {
    it('are reported to subscribers when they come, change and leave', async () => {
      const store = await testBed.open(testBed.folder());
      const seen = listen(store, testBed);
      await store.agents.announce(agent('a'));
      await seen.until((agents) => agents.length === 1);
      await store.agents.announce({ ...agent('a'), waiting: true });
      await seen.until(([first]) => first?.waiting === true);
      await store.agents.leave('a');
      await seen.until((agents) => agents.length === 0);
      expect(await store.agents.list()).toEqual([]);
    });
  });

  describe('requests to look at a page, and answers', () => {
    const request: LookRequest = {
      id: uuidOf(1),
      askedAt: sampleTime.toISOString(),
      sessionIds: [uuidOf(2)],
      target: { by: 'selector', selector: 'h1' },
      picture: false,
    };
    const answer: LookAnswer = {
      id: 'hub',
      requestId: request.id,
      pages: [
        {
          sessionId: uuidOf(2),
          url: '/',
          answer: { found: true, hidden: false, matches: 1, look: sampleLook() },
        },
      ],
      visitors: 0,
    };

    it('reach the other side at once, and are gone with the store that saved them', async () => {
      const folder = testBed.folder();
      const agent = await testBed.open(folder);
      const hub = subject.reach === 'process' ? agent : await testBed.open(folder);
      const head = await agent.head();
      const [asked, answered] = [Promise.withResolvers(), Promise.withResolvers()];
      const error = (reason: unknown) => asked.reject(reason);
      const subscriptions = [
        hub.lookRequests.subscribe({
          records: ([first]) => first !== undefined && asked.resolve(first),
          error,
        }),
        agent.lookAnswers.subscribe({
          records: ([first]) => first !== undefined && answered.resolve(first),
          error,
        }),
      ];
      testBed.onEnd(() => subscriptions.forEach((subscription) => subscription.close()));
      await agent.lookRequests.save(request);
      expect(await asked.promise).toEqual(request);
      await hub.lookAnswers.save(answer);
      expect(await answered.promise).toEqual(answer);
      expect(await agent.head()).toBe(head);
      await agent.lookRequests.remove(request.id);
      expect(await hub.lookRequests.list()).toEqual([]);
      if (hub === agent) return;
      await hub.close();
      expect(await agent.lookAnswers.list()).toEqual([]);
    });
  });

  if (subject.reach === 'process') return;

  it('sessions are there again soon after the whole folder was deleted', async () => {
    const folder = testBed.folder();
    const [hub, agents] = [await testBed.open(folder), await testBed.open(folder)];
    // As a hub does.
    const listening = hub.agents.subscribe({ agents: () => undefined, error: () => undefined });
    testBed.onEnd(() => listening.close());
    for (const n of [1, 2]) await hub.sessions.save(session(uuidOf(n)));
    const ids = async () => (await agents.sessions.list()).map(({ id }) => id).sort();
    expect(await ids()).toEqual([1, 2].map(uuidOf));
    rmSync(join(folder, '.annotate'), { recursive: true, force: true });
    await expect.poll(ids, { timeout: 10_000 }).toEqual([1, 2].map(uuidOf));
  });

  describe('in other processes', () => {
    it('a killed agent is gone, however it died', { timeout: 60_000 }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      const seen = listen(store, testBed);
      const worker = await Worker.on(subject, folder, testBed);
      await worker.do({ type: 'announce', agent: agent('other') });
      await seen.until(([first]) => first?.agentId === 'other');
      await worker.kill();
      await seen.until((agents) => agents.length === 0);
    });

    it('what a killed agent held is free again', { timeout: 60_000 }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      const { id } = await store.add(sampleAnnotation());
      const worker = await Worker.on(subject, folder, testBed);
      await worker.do({ type: 'announce', agent: agent('other') });
      await worker.do({ type: 'claim', id, agentId: 'other' });
      const reader = await Reader.fromNow(store);
      const keeping = keepClaims(
        store,
        () => new Date(),
        (error) => reader.error(error),
      );
      testBed.onEnd(() => keeping.close());
      expect(reader.copy.get(id)).toMatchObject({ status: 'acknowledged', claim: { agentId: 'other' } });
      await worker.kill();
      await reader.until(() => reader.copy.get(id)?.status === 'pending');
      expect(reader.errors).toEqual([]);
    });

    it('sessions of a dead dev server become inactive', { tags: 'full' }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      const worker = await Worker.on(subject, folder, testBed);
      await worker.do({ type: 'session', id: uuidOf(5) });
      expect(await store.sessions.get(uuidOf(5))).toMatchObject({ active: true });
      await worker.kill();
      await expect
        .poll(() => store.sessions.get(uuidOf(5)), { timeout: 30_000 })
        .toMatchObject({ active: false });
    });

    it('an agent is still there after .annotate/ was deleted', async () => {
      const folder = testBed.folder();
      const [mine, theirs] = [await testBed.open(folder), await testBed.open(folder)];
      await theirs.agents.announce(agent('a'));
      rmSync(join(folder, '.annotate'), { recursive: true, force: true });
      await theirs.agents.list();
      expect(await mine.agents.list()).toEqual([agent('a')]);
    });

    it('an agent leaves when its store is closed', async () => {
      const folder = testBed.folder();
      const [mine, theirs] = [await testBed.open(folder), await testBed.open(folder)];
      await theirs.agents.announce(agent('a'));
      expect(await mine.agents.list()).toHaveLength(1);
      await theirs.close();
      expect(await mine.agents.list()).toEqual([]);
    });

    it('an agent with a keeper stays when its store is closed, until it leaves or its time is over', async () => {
      const folder = testBed.folder();
      const [mine, theirs] = [await testBed.open(folder), await testBed.open(folder)];
      await theirs.agents.announceFor(agent('a'), { mostMs: 3_600_000 });
      await theirs.agents.announceFor(agent('b'), { mostMs: 1 });
      await theirs.close();
      await expect.poll(() => mine.agents.list(), { timeout: 30_000 }).toEqual([agent('a')]);
      await mine.agents.leave('a');
      expect(await mine.agents.list()).toEqual([]);
    });
  });
}

function listen(store: Store, testBed: TestBed) {
  let latest: AgentPresence[] = [];
  let ring = Promise.withResolvers<undefined>();
  const subscription = store.agents.subscribe({
    agents: (agents) => {
      latest = agents;
      ring.resolve(undefined);
      ring = Promise.withResolvers();
    },
    error: (error) => ring.reject(error),
  });
  testBed.onEnd(() => subscription.close());
  return {
    until: async (condition: (agents: AgentPresence[]) => boolean) => {
      while (!condition(latest)) await ring.promise;
    },
  };
}
