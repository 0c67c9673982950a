/** Runs a task with one server's tools: first by refs only; where that fails, with CSS selectors. */
import { randomUUID } from 'node:crypto';

import { scriptedAgent } from './scripted-agent.ts';
import type { TaskSite } from './site.ts';
import { type Cost, type TaskTools, ToolFailure } from './task-tools.ts';
import type { Task } from './task.ts';

export interface TaskReport extends Cost {
  readonly task: string;
  readonly outcome: 'by refs' | 'by CSS' | 'failed';
  /** Why it was not done by refs. */
  readonly why: string;
}

export async function runTask(task: Task, tools: TaskTools, site: TaskSite): Promise<TaskReport> {
  const byRefs = await attempt(task, tools, site, false);
  if (byRefs.why === null) return { task: task.name, outcome: 'by refs', why: '', ...byRefs.cost };
  const byCss = await attempt(task, tools, site, true);
  const outcome = byCss.why === null ? 'by CSS' : 'failed';
  return { task: task.name, outcome, why: byRefs.why, ...byCss.cost };
}

/** How long the page may take to tell the state after the last step. */
const settleMs = 2_000;

async function attempt(
  task: Task,
  tools: TaskTools,
  site: TaskSite,
  mayUseCss: boolean,
): Promise<{ why: string | null; cost: Cost }> {
  const run = randomUUID();
  await tools.open(`${site.url}/${task.page}?run=${run}`);
  const begun = { ...tools.cost };
  const costs = (): Cost => ({
    calls: tools.cost.calls - begun.calls,
    characters: tools.cost.characters - begun.characters,
  });
  try {
    const answer = await task.steps(scriptedAgent(tools, { mayUseCss }));
    const cost = costs();
    const state = await settledState(task, answer, () => site.stateOf(run));
    return { why: task.isDone({ state, answer }) ? null : `the page says ${shown(state)}`, cost };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { why: error.message, cost: costs() };
  }
}

async function settledState(task: Task, answer: unknown, read: () => unknown): Promise<unknown> {
  const end = Date.now() + settleMs;
  for (;;) {
    const state = read();
    if (task.isDone({ state, answer }) || Date.now() > end) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function shown(state: unknown): string {
  return state === undefined ? 'that nothing was done' : JSON.stringify(state);
}
