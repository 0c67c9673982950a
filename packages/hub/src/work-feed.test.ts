/** What agents do and ask, over real sockets. */
import { describe, expect, it } from 'vitest';

import type { Question, Work } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { startHub } from './testing/hub-server.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const work: Work = {
  id: uuidOf(5),
  agentName: 'Claude',
  state: 'working',
  startedAt: '2026-11-15T09:30:00.000Z',
  steps: [
    {
      id: 's1',
      kind: 'edit',
      title: 'Edit src/Card.tsx',
      status: 'completed',
      files: [{ file: 'src/Card.tsx', line: 3 }],
      diffs: [{ file: 'src/Card.tsx', patch: '-a\n+b\n' }],
    },
  ],
};
const question: Question = {
  id: uuidOf(7),
  kind: 'permission',
  title: 'Run npm test',
  annotationId: work.id,
  agentName: 'Claude',
  askedAt: '2026-11-15T09:30:01.000Z',
  url: 'http://127.0.0.1:4444/questions/7',
};

describe('work and questions', () => {
  it('reach a page on this machine when they change and when it connects, without diffs', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    await store.works.save(work);
    const [step] = work.steps;
    const shown = { ...work, steps: [{ ...step, diffs: undefined, diffCount: 1 }] };
    expect(await tab.next('work:state')).toEqual({
      type: 'work:state',
      works: [JSON.parse(JSON.stringify(shown))],
      questions: [],
      canStart: false,
    });
    await store.questions.save(question);
    expect(await tab.next('work:state')).toMatchObject({ type: 'work:state', questions: [question] });
    const later = await (await connect()).resume();
    expect(later).toContainEqual(expect.objectContaining({ type: 'work:state', questions: [question] }));
    await store.questions.remove(question.id);
    await store.works.remove(work.id);
    const empty = { type: 'work:state', works: [], questions: [], canStart: false };
    await tab.first((message) => JSON.stringify(message) === JSON.stringify(empty));
  });

  it('tell how an agent is set apart from what waits for an answer', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    const { annotationId: _, ...settings } = { ...question, kind: 'settings' as const, title: 'Big' };
    await store.questions.save(settings);
    expect(await tab.next('work:state')).toMatchObject({ questions: [], settings: [settings] });
  });

  it('never reach a visitor', async () => {
    const { connect, store } = await startHub({ guard: { token } });
    await store.questions.save(question);
    const owner = await connect();
    const visitor = await connect({
      headers: { 'x-forwarded-for': '203.0.113.9' },
      protocols: ['annotate', `annotate-key.${token}`],
    });
    const types = (messages: readonly { type: string }[]) => messages.map(({ type }) => type);
    expect(types(await visitor.resume({ authorSecret: uuidOf(2) }))).not.toContain('work:state');
    await owner.resume({ authorSecret: uuidOf(1) });
    await store.works.save(work);
    expect(await owner.next('work:state')).toMatchObject({ type: 'work:state', works: [{ id: work.id }] });
    await store.agents.announce({ agentId: 'a', agentName: 'b', waiting: true, since: work.startedAt });
    // The visitor gets the later message and not the one before it.
    const next = await visitor.until(({ type }) => type === 'agents:presence');
    expect(types(next).filter((type) => type !== 'people')).toEqual(['agents:presence']);
  });
});
