/** One comment's way from the click in a page to the answer of `watch_annotations`, step by step. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import type { Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

import { comment, openPage } from './pages.ts';
import type { TracedStep } from './trace-hook.ts';

/** The first ones compile code. */
const warmUps = 60;
const rounds = 40;

const stepsSchema = z.array(
  z.object({ at: z.number(), ms: z.number(), what: z.string(), cause: z.array(z.string()) }),
);

interface Step extends TracedStep {
  process: 'hub' | 'agent';
}

/**
 * The hub runs in this process and the agent from source in one of its own, both traced, which makes each step a little
 * longer than it is. Shown is the round of the median.
 */
export async function traceDelivery(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-trace-'));
  try {
    const agentFile = join(folder, 'agent.json');
    const hook = await import('./trace-hook.ts');
    const times: { from: number; to: number }[] = [];
    {
      await using opened = new AsyncDisposableStack();
      const page = await openPage('the dev server (baseline)', opened, agentFile);
      for (let round = 0; round < warmUps; round++) await comment(page);
      hook.takeSteps();
      for (let round = 0; round < rounds; round++) {
        const from = hook.clock();
        const { delivered } = await comment(page, () => hook.note('the page sends the comment'));
        const sent = hook.clock() - delivered;
        times.push({ from: Math.max(from, sent - delivered), to: hook.clock() });
      }
    }
    const agent = stepsSchema.parse(JSON.parse(readFileSync(agentFile, 'utf8')));
    publish([...label(hook.takeSteps(), 'hub'), ...label(agent, 'agent')], times, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function label(steps: readonly TracedStep[], process: Step['process']): Step[] {
  return steps.map((step) => ({ ...step, process }));
}

function publish(steps: readonly Step[], times: readonly { from: number; to: number }[], report: Report) {
  const ways = times.flatMap((time) => wayOf(steps, time) ?? []).sort((a, b) => a.total - b.total);
  const median = ways[Math.floor(ways.length / 2)];
  if (median === undefined) throw new Error('No comment reached the agent.');
  report.table(
    `one comment from the click to the agent: ${rounded(median.total)} ms, traced (ms)`,
    inCalls(median.steps).map(({ step, until, count, sql }) => ({
      at: rounded(step.at - median.from),
      took: rounded(until - step.at),
      in: step.process,
      steps: count,
      what: (sql.length === 0 ? step.what : sql.join('; ')).slice(0, 90),
      cause: causeOf(step).slice(0, 3).join(' ← '),
    })),
  );
  report.result('trace', median.steps);
}

interface Call {
  step: Step;
  until: number;
  count: number;
  /** Its statements about records; the others begin and end transactions. */
  sql: string[];
}

/** Steps of one process one after the other that were made for the same reason, as one row. */
function inCalls(steps: readonly Step[]): Call[] {
  const calls: Call[] = [];
  const last = new Map<Step['process'], Call>();
  for (const step of steps) {
    const before = last.get(step.process);
    const isSame = before !== undefined && causeOf(before.step).join() === causeOf(step).join();
    const call = isSame && step.cause.length > 0 ? before : { step, until: 0, count: 0, sql: [] };
    if (call !== before) calls.push(call);
    last.set(step.process, call);
    call.until = step.at + step.ms;
    call.count++;
    const [, statement] = /^sql (.*(?: FROM | INTO |UPDATE ).*)$/.exec(step.what) ?? [];
    if (statement !== undefined && !statement.includes('sqlite_schema'))
      call.sql.push(statement.slice(0, 40));
  }
  return calls;
}

/** Without how a store reads its files, which is the same for each call of it. */
function causeOf({ cause }: Step): string[] {
  const outside = cause.filter((frame) => !/\(store: (?:files|sqlite|trust|drivers)\//.test(frame));
  return outside.length === 0 ? cause.slice(-1) : outside;
}

/** From the page's message to the agent's answer; `null` where one of both is missing. */
function wayOf(steps: readonly Step[], { from, to }: { from: number; to: number }) {
  const inRound = steps.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at);
  const first = inRound.findIndex(({ what }) => what === 'the page sends the comment');
  const last = inRound.findIndex(({ what }, index) => index > first && what.startsWith('answer written'));
  const [begin, end] = [inRound[first], inRound[last]];
  if (begin === undefined || end === undefined) return null;
  return { from: begin.at, total: end.at + end.ms - begin.at, steps: inRound.slice(first, last + 1) };
}
