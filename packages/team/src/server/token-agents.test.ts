import { expect, it, onTestFinished, vi } from 'vitest';

import { openStore } from '@annotate-mcp/store';

import type { Database } from '../database/database.ts';

import { withTokenAgents } from './token-agents.ts';

type Answer = ReturnType<typeof Promise.withResolvers<object[]>>;

/** A subscription whose questions to the database are answered by the test. */
async function createSubscribed() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const inner = await openStore('memory:');
  onTestFinished(() => inner.close());
  const answers: Answer[] = [];
  const query = (async () => {
    const answer = Promise.withResolvers<object[]>();
    answers.push(answer);
    return answer.promise;
  }) as Database['query'];
  const store = withTokenAgents(inner, { database: { query }, project: 'shop' });
  const [told, errors]: [string[][], unknown[]] = [[], []];
  const subscription = store.agents.subscribe({
    agents: (agents) => told.push(agents.map(({ agentName }) => agentName)),
    error: (error) => errors.push(error),
  });
  onTestFinished(() => subscription.close());
  await expect.poll(() => answers).toHaveLength(1);
  const answer = (index: number): Answer => {
    const found = answers[index];
    if (found === undefined) throw new Error(`The database was not asked ${index + 1} times.`);
    return found;
  };
  return { store, subscription, answers, answer, told, errors };
}

const ada = { id: 'a', name: "Ada's agent", at: new Date() };
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('tells of agents whose token was used lately, and looks again each minute', async () => {
  const { answer, answers, told, errors } = await createSubscribed();
  answer(0).resolve([ada]);
  await passes(0);
  expect(told).toEqual([["Ada's agent"]]);
  await passes(60_000);
  answer(1).reject(new Error('The database is away.'));
  await passes(60_000);
  answer(2).resolve([]);
  await passes(0);
  expect([told, errors, answers.length]).toEqual([
    [["Ada's agent"], []],
    [expect.objectContaining({ message: 'The database is away.' })],
    3,
  ]);
});

it('names an agent once that is connected and whose token was used', async () => {
  const { store, answer, told } = await createSubscribed();
  answer(0).resolve([ada]);
  const connected = { agentId: 'a', agentName: 'connected', waiting: true, since: ada.at.toISOString() };
  await store.agents.announce(connected);
  await vi.waitFor(() => answer(1).resolve([ada]));
  await expect.poll(() => told.at(-1)).toEqual(['connected']);
});

it('tells nothing that a later answer has overtaken', async () => {
  const { answer, told } = await createSubscribed();
  await passes(60_000);
  answer(1).resolve([]);
  answer(0).resolve([ada]);
  await passes(0);
  expect(told).toEqual([[]]);
});

it('says nothing of a read that ends after it was closed, and does not look again', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const { subscription, answer, answers, told, errors } = await createSubscribed();
    subscription.close();
    if (end === 'resolve') answer(0).resolve([ada]);
    else answer(0).reject(new Error('The database is closed.'));
    await passes(600_000);
    expect([told, errors, answers.length]).toEqual([[], [], 1]);
  }
});
