/** A document and the agents of its project that did not open it: which gets the comments, and how one is started. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import type { AgentPresence, Question } from '@annotate-mcp/core';
import type { Listening, PollResult } from '@annotate-mcp/markdown';
import { openSidecarAgents } from '@annotate-mcp/store';

import { commentOn, createMarkdownFixture, type OpenedView } from '../testing/review-clients.ts';

import type { AgentsNow } from './views/project-agents.ts';
import { leaveGraceMs } from './views/reviewer-presence.ts';

const text = '# Plan\n\nShip it in May.\n';
const patience = { timeout: 15_000, interval: 20 };

function agentsOfProject() {
  const listeners = new Set<(now: AgentsNow) => void>();
  const ending: PromiseWithResolvers<undefined>[] = [];
  const now: AgentsNow & { started: number } = { agents: [], questions: [], started: 0 };
  return {
    ending,
    tell: (change: Partial<AgentsNow>) => {
      Object.assign(now, change);
      for (const listener of listeners) listener(now);
    },
    project: {
      subscribe: (listener: (now: AgentsNow) => void) => {
        listeners.add(listener);
        listener(now);
        return { close: () => void listeners.delete(listener) };
      },
      start: () => {
        const end = Promise.withResolvers<undefined>();
        ending.push(end);
        return end.promise;
      },
    },
  };
}

async function listening(view: OpenedView): Promise<Listening | undefined> {
  const poll = await view.call('poll_md_commands', { instance: 'tab', after: null, waitMs: 0 });
  return (poll as unknown as PollResult).snapshot?.listening;
}

const worker: AgentPresence = {
  agentId: 'worker',
  agentName: 'Claude',
  waiting: true,
  since: '2026-11-19T10:00:00.000Z',
};

it('a view says which agent of the project listens, and has one started where none does', async () => {
  const { project, tell, ending } = agentsOfProject();
  const { write, connect } = await createMarkdownFixture({ projectAgents: () => project });
  write('plan.md', text);
  const view = await (await connect()).open('plan.md');
  expect(await listening(view)).toEqual({ waiting: false, agentName: 'claude-code', canStart: true });
  await view.call('change_review', { change: { type: 'start_agent' } });
  expect(ending).toHaveLength(1);
  const asked = { id: 'q', kind: 'start', title: 'Start an agent?', url: 'http://127.0.0.1:4/q' } as const;
  const question: Question = { ...asked, askedAt: '2026-11-19T10:00:00.000Z' };
  tell({ questions: [question, { ...question, id: 'r', kind: 'permission', annotationId: 'of a page' }] });
  expect((await listening(view))?.questions).toEqual([asked]);
  ending[0]?.reject(new Error('It is not there.'));
  await expect
    .poll(async () => (await listening(view))?.startProblem, patience)
    .toContain('It is not there.');
  tell({ agents: [worker], questions: [] });
  expect(await listening(view)).toMatchObject({ waiting: true, agentName: 'Claude' });
  expect((await listening(view))?.canStart).toBeUndefined();
  // One that runs gets the comments without being asked about.
  await view.call('change_review', { change: { type: 'start_agent' } });
  expect(ending).toHaveLength(1);
});

it('an agent that asked for comments keeps the document until the person gives it to another one', async () => {
  const { project, tell } = agentsOfProject();
  const { root, write, connect } = await createMarkdownFixture({ projectAgents: () => project });
  const others = openSidecarAgents({ root });
  onTestFinished(() => others.close());
  const read = async () => (await others.agents.list()).flatMap(({ documents = [] }) => documents);
  write('plan.md', text);
  const agent = await connect();
  const view = await agent.open('plan.md');
  tell({ agents: [worker] });
  const waiting = agent.interact(view.viewUUID, { type: 'get_comments', wait: true });
  await expect.poll(read, patience).toEqual(['plan.md']);
  expect(await listening(view)).toMatchObject({ waiting: true, agentName: 'claude-code' });
  const comment = commentOn(text, 'in May');
  await view.call('submit_batch', { comments: [comment], mode: 'edit' });
  expect(await waiting).toMatchObject([{ comments: [{ id: comment.id }] }]);
  // It works on it now: what it was given must not be begun by another one.
  await expect.poll(() => listening(view), patience).toMatchObject({ waiting: false, canStart: true });
  expect(await read()).toEqual(['plan.md']);
  await view.call('change_review', { change: { type: 'start_agent' } });
  expect(await read()).toEqual([]);
  expect(await listening(view)).toMatchObject({ waiting: true, agentName: 'Claude' });
});

/** A view of the document, an agent of its server, and what the other processes of the project know. */
async function openPlan({ isStarted = false } = {}) {
  const { project, tell, ending } = agentsOfProject();
  const { root, write, connect } = await createMarkdownFixture({ projectAgents: () => project });
  const others = openSidecarAgents({ root });
  onTestFinished(() => others.close());
  write('plan.md', text);
  const agent = await connect({ isStarted });
  const view = await agent.open('plan.md');
  const read = async () => (await others.agents.list()).flatMap(({ documents = [] }) => documents);
  const send = async () => {
    const comment = commentOn(text, 'in May');
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    return comment.id;
  };
  const get = (how: object) => agent.interact(view.viewUUID, { type: 'get_comments', ...how });
  return { root, others, agent, view, ending, tell, read, send, get };
}

it.each([{}, { filter: 'new' }, { wait: true }])(
  'an agent that gets comments at once, with %j, keeps the document',
  async (how) => {
    const { read, send, get } = await openPlan();
    await get({});
    expect(await read()).toEqual([]);
    const id = await send();
    expect(await get(how)).toMatchObject([{ comments: [{ id }] }]);
    expect(await read()).toEqual(['plan.md']);
  },
);

it('an agent that was started keeps no document: it is given one comment after the other', async () => {
  const { read, send, get } = await openPlan({ isStarted: true });
  const waiting = get({ wait: true });
  const id = await send();
  expect(await waiting).toMatchObject([{ comments: [{ id }] }]);
  await get({});
  expect(await read()).toEqual([]);
});

it('no agent is started while one waits, which gets the comments', async () => {
  const { view, ending, read, send, get } = await openPlan();
  const waiting = get({ wait: true });
  await expect.poll(read, patience).toEqual(['plan.md']);
  await view.call('change_review', { change: { type: 'start_agent' } });
  expect(ending).toEqual([]);
  const id = await send();
  expect(await waiting).toMatchObject([{ comments: [{ id }] }]);
  expect(await read()).toEqual(['plan.md']);
});

it('an agent keeps what it was given when the person closes the tab, until it has done it', async () => {
  const { agent, view, read, send, get } = await openPlan();
  await listening(view);
  const id = await send();
  await get({});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await view.call('leave_view', { instance: 'tab' });
  await vi.advanceTimersByTimeAsync(leaveGraceMs);
  vi.useRealTimers();
  expect(await get({ wait: true, timeoutMs: 100 })).toMatchObject([{ reviewerLeft: true }]);
  expect(await read()).toEqual(['plan.md']);
  await agent.interact(view.viewUUID, { type: 'resolve', commentId: id, message: 'Moved to June.' });
  await expect.poll(read, patience).toEqual([]);
});

it('an agent of another process that waits gets what is asked at once, and the host is not told as well', async () => {
  const { view, tell } = await openPlan();
  tell({ agents: [worker] });
  const question = commentOn(text, 'Ship it');
  const asked = await view.call('answer_now', { comment: question });
  expect(asked).toMatchObject({ comment: { id: question.id, status: 'pending', store: 'sidecar' } });
  expect(asked).not.toHaveProperty('nudge');
  const comments = [commentOn(text, 'it in')];
  expect(await view.call('submit_batch', { comments, mode: 'edit' })).toMatchObject({ delivered: true });
  tell({ agents: [] });
  expect(await view.call('answer_now', { comment: commentOn(text, 'in') })).toMatchObject({
    comment: { store: 'memory' },
    nudge: {},
  });
});

it('a document that an agent of another process reads is not said to be heard by a waiting one, until the person gives it to that one', async () => {
  const { root, others, view, tell, read, get } = await openPlan();
  tell({ agents: [worker] });
  expect(await listening(view)).toMatchObject({ waiting: true, agentName: 'Claude' });
  expect(readdirSync(join(root, '.claude'), { recursive: true })).toEqual(['md-comments']);
  const reader = { agentId: 'reader', agentName: 'codex', waiting: false, since: worker.since };
  await others.agents.announce({ ...reader, documents: ['plan.md'] });
  await expect.poll(() => listening(view), patience).toMatchObject({ waiting: false, canStart: true });
  await view.call('change_review', { change: { type: 'start_agent' } });
  expect(await read()).toEqual([]);
  expect(await listening(view)).toMatchObject({ waiting: true, agentName: 'Claude' });
  // One of this process that was taken away takes it again when it asks.
  await get({ wait: true, timeoutMs: 50 });
  for (const { agentId } of await others.agents.list()) await others.agents.leave(agentId);
  await get({ wait: true, timeoutMs: 50 });
  expect(await read()).toEqual(['plan.md']);
});

it('nothing can be started where the server knows no project', async () => {
  const { write, connect } = await createMarkdownFixture();
  write('plan.md', text);
  const view = await (await connect()).open('plan.md');
  expect(await listening(view)).toEqual({ waiting: false, agentName: 'claude-code' });
  await expect(view.call('change_review', { change: { type: 'start_agent' } })).rejects.toThrow(
    'annotate-mcp work',
  );
});
