/** Comments on documents reach a started agent as comments on pages do: a real agent process, our real MCP server, real sidecars. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { approve, waitsForPerson } from '@annotate-mcp/core';
import { openSidecarAgents } from '@annotate-mcp/store';

import { author, createWorkProject, patience, type WorkProject } from './testing/work-project.ts';

const path = 'docs/plan.md';
const plan = '# Goals\n\nWe want to ship in May this year.\n\nThe rest is unclear.\n';

describe('a comment on a document', () => {
  let here: WorkProject;
  const status = async (id: string) => (await here.get(id)).status;

  beforeAll(async () => {
    here = await createWorkProject();
    here.write(path, plan);
    await here.start();
  });
  afterAll(() => here.close());

  it('is done by the agent, which changes the file and resolves it', async () => {
    const id = await here.comment('replace "ship in May" with "ship in June"', {
      path,
      quote: 'ship in May',
    });
    await expect.poll(async () => (await here.get(id)).runs?.length, patience).toBe(1);
    expect(here.read(path)).toContain('We want to ship in June this year.');
    expect(await here.get(id)).toMatchObject({
      kind: 'markdown',
      status: 'resolved',
      replies: [{ author: 'agent', message: `Replaced “ship in May” with “ship in June” in ${path}:3.` }],
      runs: [{ outcome: 'finished', files: [path] }],
    });
    expect(here.errors).toEqual([]);
  });

  it('to review is answered, and done once the person approves it', async () => {
    const id = await here.comment('replace "unclear" with "open"', {
      path,
      quote: 'unclear',
      intent: 'review',
    });
    await expect.poll(async () => waitsForPerson(await here.get(id)), patience).toBe(true);
    const before = await here.get(id);
    expect(before.status).toBe('pending');
    expect(before.replies).toMatchObject([
      { author: 'agent', message: expect.stringContaining('I would') as string },
    ]);
    expect(here.read(path)).toContain('The rest is unclear.');
    await here.move(id, (a) => approve(a, author, new Date(Date.parse(a.updatedAt) + 1_000)));
    await expect.poll(() => status(id), patience).toBe('resolved');
    expect(here.read(path)).toContain('The rest is open.');
  });

  it('to review that the person approves during the answer is done next', async () => {
    here.write(path, plan);
    const id = await here.comment('ask me first, then replace "Goals" with "Aims"', {
      path,
      quote: 'Goals',
      intent: 'review',
    });
    await expect.poll(() => here.questions.length, patience).toBe(1);
    await here.move(id, (a) => approve(a, author, new Date(Date.parse(a.updatedAt) + 1_000)));
    here.questions[0]?.answer({ optionId: 'allow' });
    // For the change itself it asks again.
    await expect.poll(() => here.questions.length, patience).toBe(1);
    here.questions[0]?.answer({ optionId: 'allow' });
    await expect.poll(() => status(id), patience).toBe('resolved');
    expect(here.read(path)).toContain('# Aims');
  });

  it('is left to another agent as long as that one reads the document', async () => {
    const readers = openSidecarAgents({ root: here.root });
    const agentId = crypto.randomUUID();
    const since = new Date().toISOString();
    await readers.agents.announce({ agentId, agentName: 'other', waiting: true, since, documents: [path] });
    const id = await here.comment('replace "rest" with "remainder"', { path, quote: 'rest' });
    const elsewhere = await here.send('make it say "Elsewhere"');
    await expect.poll(() => status(elsewhere), patience).toBe('resolved');
    expect(await status(id)).toBe('pending');
    expect((await here.get(id)).replies).toEqual([]);
    await readers.agents.leave(agentId);
    await expect.poll(() => status(id), patience).toBe('resolved');
    await readers.close();
  });
});
