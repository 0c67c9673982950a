/** How long do several processes take that write at once? */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openStore } from '@annotate-mcp/store';

import type { Report } from '../benchmark.ts';
import { describeGoal, fewestPairs, type Pair, ratioOf, rounded } from '../samples.ts';

import type { WriteOrder } from './append.ts';

const processes = 8;
const each = 200;
/** All of a round write `each / rounds` annotations into one store, and then as many into the other. */
const rounds = fewestPairs;
const goal = 3;

export async function measureManyWriters(folder: string, report: Report): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const bytes of [0, 6_000]) {
    const size = bytes === 0 ? 'a comment on a page' : `${bytes / 1_000} KB`;
    report.progress(`${processes} × ${each} writes of ${size}`);
    const root = join(folder, `${bytes} bytes`);
    mkdirSync(root);
    const pairs = await measure(root, bytes);
    const ratio = ratioOf(pairs, 'sums');
    rows.push({
      size,
      sqlite: secondsOf(pairs.map(({ baseline }) => baseline)),
      json: secondsOf(pairs.map(({ ours }) => ours)),
      'json ÷ sqlite': ratio.value,
      '÷ at most (95 %)': ratio.high,
      goal: describeGoal(ratio, goal),
    });
  }
  report.table(`${processes} processes that write ${each} annotations each, at once (s)`, rows);
  report.result('manyWriters', rows);
}

const stores = { baseline: 'sqlite:', ours: 'json:review.json' } as const satisfies Record<
  keyof Pair,
  string
>;

/** Milliseconds of each round. */
async function measure(root: string, bytes: number): Promise<Pair[]> {
  const writers = Array.from({ length: processes }, () => start(root, bytes));
  try {
    await Promise.all(writers.map((writer) => once(writer, 'message')));
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      // 200 in 30 rounds.
      const count = Math.floor(((round + 1) * each) / rounds) - Math.floor((round * each) / rounds);
      const write = async (url: string): Promise<number> => {
        const begin = performance.now();
        const done = writers.map((writer) => once(writer, 'message'));
        for (const writer of writers) writer.send({ url, count } satisfies WriteOrder);
        await Promise.all(done);
        return performance.now() - begin;
      };
      if (round % 2 === 0)
        pairs.push({ baseline: await write(stores.baseline), ours: await write(stores.ours) });
      else {
        const ours = await write(stores.ours);
        pairs.push({ baseline: await write(stores.baseline), ours });
      }
    }
    for (const url of Object.values(stores)) await requireAll(url, root);
    return pairs;
  } finally {
    for (const writer of writers) writer.disconnect();
  }
}

async function requireAll(url: string, root: string): Promise<void> {
  const store = await openStore(url, { root });
  const count = await store.count();
  await store.close();
  if (count !== processes * each) throw new Error(`${url} has ${count} annotations.`);
}

function secondsOf(times: readonly number[]): number {
  return rounded(times.reduce((sum, ms) => sum + ms, 0) / 1_000);
}

function start(root: string, bytes: number): ChildProcess {
  return fork(
    fileURLToPath(new URL('append.ts', import.meta.url)),
    [root, String(bytes), ...Object.values(stores)],
    { execArgv: ['--conditions=@annotate-mcp/source'] },
  );
}
