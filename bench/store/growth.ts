/** Does a store that has grown cost more? */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import type { Report } from '../benchmark.ts';
import { rounded, type Summary, summarize } from '../samples.ts';

import { NaiveJsonStore } from './naive-json-store.ts';

const sizes = [0, 1_000, 10_000, 100_000];
/** The baseline's file would pass V8's longest string long before 100,000. */
const largestNaive = 10_000;
const bytes = 6_000;
const pageLength = 50;

interface Row {
  annotations: number;
  append: Summary & { cpu: number };
  list: Summary;
  naiveAppend: Summary | null;
  naiveList: Summary | null;
}

export async function measureGrowth(folder: string, report: Report): Promise<void> {
  await warmUp(join(folder, 'warm-up'));
  const store = await openStore('sqlite:', { root: folder });
  const rows: Row[] = [];
  let stored = 0;
  for (const annotations of sizes) {
    report.progress(`sqlite with ${annotations} annotations of ${bytes / 1_000} KB`);
    for (; stored < annotations; stored++) await store.add(sample());
    const cpu = process.cpuUsage();
    const append = await times(500, () => store.add(sample()));
    const { user, system } = process.cpuUsage(cpu);
    stored += append.length;
    const list = await times(200, () => store.list({ status: ['pending'] }, { limit: pageLength }));
    rows.push({
      annotations,
      append: { ...summarize(append), cpu: rounded((user + system) / append.length) },
      list: summarize(list),
      ...(await measureNaive(folder, annotations, report)),
    });
  }
  await store.close();
  publish(rows, report);
}

/** The first calls of a process compile code; the empty store must not pay for that alone. */
async function warmUp(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const store = await openStore('sqlite:.annotate/store.db', { root: folder });
  await times(500, () => store.add(sample()));
  await times(100, () => store.list({ status: ['pending'] }, { limit: pageLength }));
  await store.close();
}

async function measureNaive(folder: string, annotations: number, report: Report) {
  if (annotations > largestNaive) return { naiveAppend: null, naiveList: null };
  report.progress(`whole-file rewrite with ${annotations} annotations`);
  const naive = new NaiveJsonStore(join(folder, 'naive.json'));
  naive.fill(Array.from({ length: annotations }, sample));
  const n = annotations >= largestNaive ? 5 : 30;
  return {
    naiveAppend: summarize(await times(n, () => naive.add(sample()))),
    naiveList: summarize(await times(n, () => naive.list(pageLength))),
  };
}

function publish(rows: readonly Row[], report: Report): void {
  const first = rows[0];
  if (first === undefined) return;
  const toEmpty = (row: Row) => rounded(row.append.p50 / first.append.p50);
  report.table(
    'append one annotation of 6 KB (µs; cpu is the mean of CPU time, pruning and checkpoints included)',
    rows.map((row) => ({
      annotations: row.annotations,
      n: row.append.n,
      p50: row.append.p50,
      p95: row.append.p95,
      cpu: row.append.cpu,
      '÷ empty': toEmpty(row),
      'rewrite p50': row.naiveAppend?.p50 ?? '–',
      'rewrite ÷ ours': row.naiveAppend === null ? '–' : rounded(row.naiveAppend.p50 / row.append.p50),
    })),
  );
  report.table(
    'list the first 50 pending (µs)',
    rows.map((row) => ({
      annotations: row.annotations,
      n: row.list.n,
      p50: row.list.p50,
      p95: row.list.p95,
      'rewrite p50': row.naiveList?.p50 ?? '–',
      'rewrite ÷ ours': row.naiveList === null ? '–' : rounded(row.naiveList.p50 / row.list.p50),
    })),
  );
  report.result('growth', rows);
  report.result('append at 100,000 ÷ append when empty', rows.map(toEmpty).at(-1));
}

function sample() {
  return sampleOfSize(bytes, { id: randomUUID() });
}

/** Microseconds of each run. */
async function times(n: number, run: () => unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < n; i++) {
    const start = performance.now();
    await run();
    samples.push((performance.now() - start) * 1_000);
  }
  return samples;
}
