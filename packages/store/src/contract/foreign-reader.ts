import { describe, expect, it } from 'vitest';

import type { AgentPresence, Change } from '@annotate-mcp/core';
import { sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';
import { Worker } from './worker-process.ts';

/**
 * Processes in which other code reads the files of the store, as bundlers and static servers do. On POSIX systems a
 * process loses its locks on a file when any of its code closes a descriptor of that file. That code runs here between
 * the steps of the store's own work. A thread that closes a descriptor in the middle of a transaction takes a lock away
 * that the transaction needs, which no store can survive: hence dev servers keep the store in a process of its own.
 */
export function foreignReaderContract(subject: Subject): void {
  const { file } = subject;
  if (file === undefined) return;
  const testBed = createTestBed(subject);
  const size = subject.feed === 'log' ? 'typical' : 'small';

  describe('processes that read the files of the store besides', () => {
    const loseNothing = async (each: number) => {
      const folder = testBed.folder();
      const [first, second, visitor] = [
        await Worker.on(subject, folder, testBed),
        await Worker.on(subject, folder, testBed),
        await Worker.on(subject, folder, testBed),
      ];
      const writers = [first, second];
      for (const writer of writers) {
        await writer.do({ type: 'follow' });
        await writer.do({ type: 'readFiles', folder, again: true });
      }
      visitor.order({ type: 'visit' });
      await visitor.until(() => visitor.visits > 0);
      const visitsBefore = visitor.visits;
      await Promise.all(
        writers.map((writer, index) => writer.do({ type: 'append', from: index * each, count: each, size })),
      );
      const ids = Array.from({ length: 2 * each }, (_, n) => uuidOf(n));
      for (const writer of writers) await writer.until(() => idsSeenBy(writer).size === ids.length);
      await visitor.until(() => visitor.visits > visitsBefore + 2);
      for (const worker of writers) await worker.do({ type: 'list' });
      for (const worker of writers) expect(worker.listed.toSorted()).toEqual(ids);
      if (subject.feed === 'log') {
        const [ofFirst, ofSecond] = [changesOf(first), changesOf(second)];
        expect(ofFirst.map(({ cursor }) => cursor)).toEqual(ofSecond.map(({ cursor }) => cursor));
        for (const half of [ids.slice(0, each), ids.slice(each)])
          expect(ofFirst.map(({ annotation }) => annotation.id).filter((id) => half.includes(id))).toEqual(
            half,
          );
      }
      for (const worker of [...writers, visitor]) await worker.kill();
      const later = await Worker.on(subject, folder, testBed);
      await later.do({ type: 'list' });
      await later.do({ type: 'close' });
      expect(later.listed.toSorted()).toEqual(ids);
      expect(await file.isSound?.(file.path(folder))).not.toBe(false);
    };

    it('lose nothing of 2 × 100 writes while another one comes and goes', { timeout: 120_000 }, () =>
      loseNothing(100),
    );

    it('lose nothing of 2 × 500 writes', { tags: 'full', timeout: 600_000 }, () => loseNothing(500));

    it('are all seen as agents while another one comes and goes', { timeout: 120_000 }, async () => {
      const folder = testBed.folder();
      const writers = [await Worker.on(subject, folder, testBed), await Worker.on(subject, folder, testBed)];
      const visitor = await Worker.on(subject, folder, testBed);
      for (const writer of writers) await writer.do({ type: 'readFiles', folder, again: true });
      visitor.order({ type: 'visit' });
      const announced: string[] = [];
      for (let round = 0; round < 10; round++)
        for (const [index, writer] of writers.entries()) {
          const agentId = `agent ${round} of ${index}`;
          await writer.do({ type: 'announce', agent: waitingAgent(agentId) });
          announced.push(agentId);
          const visits = visitor.visits;
          await visitor.until(() => visitor.visits > visits);
        }
      const late = await testBed.open(folder);
      expect((await late.agents.list()).map(({ agentId }) => agentId).toSorted()).toEqual(
        announced.toSorted(),
      );
    });
  });

  function waitingAgent(agentId: string): AgentPresence {
    return { agentId, agentName: 'claude-code', waiting: true, since: sampleTime.toISOString() };
  }

  function changesOf(worker: Worker): Change[] {
    return worker.events.flatMap((event) => (event.type === 'changes' ? event.changes : []));
  }

  function idsSeenBy(worker: Worker): Set<string> {
    return new Set(changesOf(worker).map(({ annotation }) => annotation.id));
  }
}
