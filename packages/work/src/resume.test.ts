/** A reply after a restart goes into the session that has worked on it, where the agent still has that session. */
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { reply } from '@annotate-mcp/core';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import { KeptSessions } from './agent/kept-sessions.ts';
import { type Announced, tell, toldAgent } from './testing/told-agent.ts';
import { author, createWorkProject, patience, type WorkProject } from './testing/work-project.ts';

async function project(): Promise<WorkProject> {
  const here = await createWorkProject();
  onTestFinished(() => here.close());
  return here;
}

interface Said {
  sessionId: string;
  prompts: number;
}

/** What the agent says about its session in its newest reply. */
async function said(here: WorkProject, id: string, replies: number): Promise<Said> {
  await expect.poll(async () => (await here.get(id)).replies.length, patience).toBe(replies);
  await expect.poll(async () => (await here.workOn(id))?.state, patience).toBe('finished');
  return JSON.parse((await here.get(id)).replies.at(-1)?.message ?? '{}') as Said;
}

async function answer(here: WorkProject, id: string): Promise<void> {
  const note = { id: crypto.randomUUID(), message: `And now? ${tell({})}` };
  await here.move(id, (annotation) => reply(annotation, author, new Date(), note));
}

/** Works on two annotations, starts again, and replies to the first one. */
async function nextDay(here: WorkProject, first: Announced, then: Announced): Promise<Said> {
  const memory = join(here.root, '..', 'memory.json');
  const running = await here.start({ command: toldAgent({ ...first, memory }) });
  const id = await here.send(tell({}));
  expect(await said(here, id, 1)).toMatchObject({ sessionId: 'session-1', prompts: 1 });
  await running.close();
  await here.start({ command: toldAgent({ ...then, memory }) });
  await answer(here, id);
  return said(here, id, 3);
}

describe('after a restart', () => {
  it.each<[string, object]>([
    ['session/resume', { agentCapabilities: { sessionCapabilities: { resume: {} } } }],
    [
      'session/load, whose repeated messages are not taken for new ones',
      { agentCapabilities: { loadSession: true } },
    ],
  ])('a reply continues the session by %s', async (_, initialize) => {
    const here = await project();
    expect(await nextDay(here, { initialize }, { initialize })).toMatchObject({
      sessionId: 'session-1',
      prompts: 2,
    });
    expect(here.errors).toEqual([]);
  });

  it.each<[string, Announced, string]>([
    ['cannot continue one', {}, 'session-2'],
    [
      'has forgotten it',
      { initialize: { agentCapabilities: { loadSession: true } }, forgets: true },
      'session-2',
    ],
  ])('an agent that %s is told in a new session what was said before', async (_, announced, sessionId) => {
    const here = await project();
    expect(await nextDay(here, announced, announced)).toMatchObject({ sessionId, prompts: 1 });
    expect(here.errors).toEqual([]);
  });

  it('a session of another folder, of another agent or of a repository is not continued', async () => {
    const here = await project();
    const kept = new KeptSessions(here.root, here.settingsFolder);
    const one = { annotationId: 'a', agent: 'Told', sessionId: 's', folder: here.root };
    kept.keep(one);
    kept.keep({ ...one, annotationId: 'b' });
    expect(kept.find('a', one)).toEqual({ sessionId: 's', known: ['b', 'a'] });
    expect(kept.find('a', { ...one, agent: 'Other' })).toBeNull();
    expect(kept.find('a', { ...one, folder: '/elsewhere' })).toBeNull();
    expect(new KeptSessions(here.root, join(here.root, '.annotate')).find('a', one)).toBeNull();
    for (let count = 0; count < 210; count++) kept.keep({ ...one, annotationId: `more-${count}` });
    expect(kept.find('a', one)).toBeNull();
  });
});

it('after an agent has failed, a fresh session takes what it failed at', async () => {
  const here = await project();
  const initialize = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
  const memory = join(here.root, '..', 'memory.json');
  await here.start({ command: toldAgent({ initialize, memory }) });
  const form = { mode: 'form', message: 'x', requestedSchema: { type: 'object', properties: {} } };
  const id = await here.send(tell({ ask: [{ method: 'elicitation/create', params: form }], die: true }));
  await expect.poll(async () => (await here.get(id)).runs?.at(-1)?.outcome, patience).toBe('failed');
  await answer(here, id);
  expect(await said(here, id, 2)).toMatchObject({ sessionId: 'session-2', prompts: 1 });
});

it('a session that is continued has its own cost', async () => {
  const here = await project();
  const initialize = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
  const memory = join(here.root, '..', 'memory.json');
  const first = await here.start({ command: toldAgent({ initialize, memory }) });
  const id = await here.send(tell({}));
  await said(here, id, 1);
  await first.close();
  await here.start({ command: toldAgent({ initialize, memory }) });
  const costing = (amount: number) =>
    tell({
      updates: [{ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency: 'EUR' } }],
    });
  const other = await here.send(costing(5));
  await said(here, other, 1);
  const note = { id: crypto.randomUUID(), message: costing(6) };
  await here.move(id, (annotation) => reply(annotation, author, new Date(), note));
  expect(await said(here, id, 3)).toMatchObject({ sessionId: 'session-1' });
  await expect.poll(async () => (await here.get(id)).runs?.at(-1)?.cost?.amount, patience).toBe(6);
});

it.skipIf(!hasGit)('in a worktree, a reply continues the session of that worktree', async () => {
  const here = await project();
  here.git('add', '.');
  here.git('commit', '--quiet', '-m', 'first');
  const memory = join(here.root, '..', 'memory.json');
  const initialize = { agentCapabilities: { sessionCapabilities: { resume: {} } } };
  await here.start({ command: toldAgent({ initialize, memory }), worktrees: true, agents: 2 });
  const id = await here.send(tell({ write: ['new.txt', 'new'] }));
  expect(await said(here, id, 1)).toMatchObject({ sessionId: 'session-1', prompts: 1 });
  await answer(here, id);
  expect(await said(here, id, 3)).toMatchObject({ sessionId: 'session-1', prompts: 2 });
});
