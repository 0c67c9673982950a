import { rmSync, symlinkSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { type Change, editText } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll, Reader } from './reader.ts';
import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';
import { Worker } from './worker-process.ts';

const isFull = process.env.ANNOTATE_TEST_FULL === '1';

/** Several processes on one store. */
export function processesContract(subject: Subject): void {
  const testBed = createTestBed(subject);
  const [writers, each] = isFull ? [8, 200] : [4, 25];
  // A state driver writes everything again each time: small annotations keep that affordable.
  const size = subject.feed === 'log' ? 'typical' : 'small';

  describe('processes', () => {
    it(`lose nothing of ${writers} × ${each} writes at once`, { timeout: 300_000 }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      const reader = await Reader.fromNow(store);
      const follower = await Worker.on(subject, folder, testBed);
      await follower.do({ type: 'follow' });
      const workers = await Promise.all(
        Array.from({ length: writers }, () => Worker.on(subject, folder, testBed)),
      );
      await Promise.all(
        workers.map((worker, index) => worker.do({ type: 'append', from: index * each, count: each, size })),
      );
      const total = writers * each;
      await reader.until(() => reader.copy.size === total);
      expect((await listAll(store)).map(({ id }) => id).sort()).toEqual(
        Array.from({ length: total }, (_, n) => uuidOf(n)),
      );
      const followed = () => changesOf(follower);
      await follower.until(() => new Set(followed().map(({ annotation }) => annotation.id)).size === total);
      if (subject.feed === 'log') {
        expect(reader.changes).toHaveLength(total);
        expect(followed().map(({ cursor }) => cursor)).toEqual(reader.changes.map(({ cursor }) => cursor));
      }
    });

    // A driver without a file has a server, which takes longer for each.
    const logCommits = subject.file === undefined ? 30 : 100;
    const commits = subject.feed === 'log' ? logCommits * (isFull ? 50 : 1) : 20 * (isFull ? 10 : 1);
    it(
      `wake a reader after each of ${commits} commits, without the periodic check`,
      { timeout: 300_000 },
      async () => {
        const folder = testBed.folder();
        const store = await testBed.open(folder, { safetyCheckMs: null });
        const reader = await Reader.fromNow(store);
        const writer = await Worker.on(subject, folder, testBed, null);
        for (let n = 1; n <= commits; n++) {
          writer.order({ type: 'append', from: n, count: 1, size });
          // One at a time, so that the next wake-up cannot hide a missed one.
          await reader.until(() => reader.changes.length >= n);
        }
        expect(reader.changes.map(({ annotation }) => annotation.id)).toEqual(
          Array.from({ length: commits }, (_, index) => uuidOf(index + 1)),
        );
        expect(reader.resyncs).toBe(0);
      },
    );

    const kills = isFull ? 50 : 3;
    it(`lose no acknowledged write in ${kills} kills of a writer`, { timeout: 600_000 }, async () => {
      const folder = testBed.folder();
      const acknowledged = new Set<number>();
      for (let round = 0; round < kills; round++) {
        const worker = await Worker.on(subject, folder, testBed);
        worker.order({ type: 'append', from: round * 1_000_000, size });
        const target = 1 + Math.floor(Math.random() * 30);
        await worker.until(() => worker.added.length >= target);
        await worker.kill();
        for (const n of worker.added) acknowledged.add(n);
        const store = await testBed.open(folder);
        const present = new Set((await listAll(store)).map(({ id }) => id));
        expect([...acknowledged].filter((n) => !present.has(uuidOf(n)))).toEqual([]);
        await store.add(sampleOfSize(6_000, { id: uuidOf(round * 1_000_000 + 999_999) }));
        await store.close();
      }
    });

    it('may come and go as they like', { tags: 'full', timeout: 120_000 }, async () => {
      const folder = testBed.folder();
      const workers = await Promise.all([1, 2, 3, 4].map(() => Worker.on(subject, folder, testBed)));
      await Promise.all(workers.map((worker, n) => worker.do({ type: 'reopen', from: n * 100, count: 25 })));
      expect(await (await testBed.open(folder)).count()).toBe(100);
    });

    it('do not make the writes of one overtake each other', { timeout: 120_000 }, async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      const other = await Worker.on(subject, folder, testBed);
      other.order({ type: 'append', from: 1_000_000, size });
      await other.until(() => other.added.length > 0);
      for (let n = 1; n <= 20; n++) {
        const added = store.add(sampleAnnotation({ id: uuidOf(n) }));
        const updated = store.update(uuidOf(n), (a) => editText(a, sampleAuthor, sampleTime, 'bolder'));
        await added;
        expect((await updated)?.after?.annotationText).toBe('bolder');
        const agent = {
          agentId: `agent-${n}`,
          agentName: 'x',
          waiting: false,
          since: sampleTime.toISOString(),
        };
        await Promise.all([store.agents.announce(agent), store.agents.leave(agent.agentId)]);
      }
      expect(await store.agents.list()).toEqual([]);
    });

    it('let exactly one of several agents claim an annotation', async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      await store.add(sampleAnnotation());
      const { id } = sampleAnnotation();
      const agents = await Promise.all([1, 2, 3, 4].map(() => Worker.on(subject, folder, testBed)));
      const outcomes = await Promise.allSettled(
        agents.map((agent, n) => agent.do({ type: 'claim', id, agentId: `agent-${n}` })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const losers = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      const winner = await store.get(id);
      const name = winner?.status === 'acknowledged' ? winner.claim.agentName : '';
      for (const loser of losers)
        expect(loser).toMatchObject({
          code: 'lifecycle/held',
          message: expect.stringContaining(name) as unknown,
        });
    });

    it('hear of a change made through a symbolic link to the folder', async () => {
      const folder = testBed.folder();
      const link = `${folder} link`;
      symlinkSync(folder, link, 'dir');
      testBed.onEnd(() => rmSync(link));
      const store = await testBed.open(folder, { safetyCheckMs: null });
      const reader = await Reader.fromNow(store);
      const other = await Worker.on(subject, link, testBed);
      await other.do({ type: 'append', from: 1, count: 1, size });
      await reader.until(() => reader.copy.has(uuidOf(1)));
      expect((await testBed.open(link)).url).toBe(store.url);
    });

    if (subject.feed === 'state') return;

    it('go on from a cursor of another process', async () => {
      const folder = testBed.folder();
      const store = await testBed.open(folder);
      await store.add(sampleAnnotation({ id: uuidOf(1) }));
      const cursor = await store.head();
      const other = await Worker.on(subject, folder, testBed);
      await other.do({ type: 'append', from: 2, count: 3, size });
      await other.kill();
      await store.close();
      const again = await testBed.open(folder);
      const event = await again.changesSince(cursor);
      expect(event).toMatchObject({ type: 'changes' });
      expect(event.type === 'changes' && event.changes.map(({ annotation }) => annotation.id)).toEqual(
        [2, 3, 4].map(uuidOf),
      );
    });
  });

  function changesOf(worker: Worker): Change[] {
    return worker.events.flatMap((event) => (event.type === 'changes' ? event.changes : []));
  }
}
