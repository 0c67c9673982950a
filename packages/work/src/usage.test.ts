/** What an agent says about tokens, cost and its context, and what it calls itself. */
import { expect, it, onTestFinished } from 'vitest';

import { reply } from '@annotate-mcp/core';
import { hasGit } from '@annotate-mcp/store/testing/machine';

import { tell, type Told, toldAgent } from './testing/told-agent.ts';
import { author, createWorkProject, patience, type WorkProject } from './testing/work-project.ts';

async function project(): Promise<WorkProject> {
  const here = await createWorkProject();
  onTestFinished(() => here.close());
  return here;
}

async function finished(here: WorkProject, told: Told) {
  const id = await here.send(tell(told));
  await expect.poll(async () => (await here.get(id)).runs?.length, patience).toBe(1);
  return { id, work: await here.workOn(id), run: (await here.get(id)).runs?.[0] };
}

const update = (used: number, size: number, cost?: object) => ({
  sessionUpdate: 'usage_update',
  used,
  size,
  ...(cost !== undefined && { cost }),
});
const dollars = (amount: number) => ({ amount, currency: 'USD' });

it('what an agent tells is shown with its work, and kept: its cost is that of this work alone', async () => {
  const here = await project();
  await here.start({ command: toldAgent() });
  const first = await finished(here, {
    updates: [update(20_000, 200_000, dollars(0.25))],
    answer: { usage: { totalTokens: 1_200 } },
  });
  expect(first.work?.usage).toEqual({
    tokens: 1_200,
    cost: dollars(0.25),
    context: { used: 20_000, size: 200_000 },
  });
  expect(first.run).toMatchObject({ tokens: 1_200, cost: dollars(0.25) });
  const { work, run } = await finished(here, { updates: [update(30_000, 200_000, dollars(0.75))] });
  expect([work?.usage?.cost, run?.cost]).toEqual([dollars(0.5), dollars(0.5)]);
  expect(run?.tokens).toBeUndefined();
  // A reply adds up.
  const note = { id: crypto.randomUUID(), message: tell({ answer: { usage: { totalTokens: 5 } } }) };
  await here.move(first.id, (annotation) => reply(annotation, author, new Date(), note));
  await expect.poll(async () => (await here.get(first.id)).runs?.[1]?.tokens, patience).toBe(5);
});

it.each<[string, Told]>([
  ['nothing', {}],
  [
    'no numbers',
    { updates: [update('many' as unknown as number, 1)], answer: { usage: { totalTokens: -1 } } },
  ],
  ['no size', { updates: [update(1, 0)] }],
])('an agent that tells %s leaves no line', async (_, told) => {
  const here = await project();
  await here.start({ command: toldAgent() });
  const { work, run } = await finished(here, told);
  expect(work).toBeDefined();
  expect([work?.usage, run?.tokens, run?.cost]).toEqual([undefined, undefined, undefined]);
  expect(here.errors).toEqual([]);
});

it.each([dollars(-1), { amount: 1, currency: 'dollars <b>' }, { amount: 1, currency: '' }])(
  'a cost of %j is not shown',
  async (cost) => {
    const here = await project();
    await here.start({ command: toldAgent() });
    const { work } = await finished(here, { updates: [update(1, 2, cost)] });
    expect(work?.usage).toEqual({ context: { used: 1, size: 2 } });
  },
);

const titled = (title: string) => ({ initialize: { agentInfo: { name: 'told', title, version: '1' } } });

it('the title that an agent announces is its name, as one short line', async () => {
  const here = await project();
  const running = await here.start({
    command: toldAgent(titled(`Told\n\u202e${'x'.repeat(10_000)}`), { isTyped: true, name: 'told-agent.ts' }),
  });
  expect(running.agentName).toBe(`Told ${'x'.repeat(75)}`);
  const { run, work } = await finished(here, {});
  expect([run?.agentName, work?.agentName]).toEqual([running.agentName, running.agentName]);
});

it.skipIf(!hasGit)('in worktrees it has that name, too', async () => {
  const here = await project();
  here.git('add', '.');
  here.git('commit', '--quiet', '-m', 'first');
  const command = toldAgent(titled('Told agent'), { isTyped: true, name: 'told-agent.ts' });
  const running = await here.start({ command, worktrees: true });
  expect(running.agentName).toBe('Told agent');
  const { run } = await finished(here, {});
  expect(run?.agentName).toBe('Told agent');
});
