/**
 * `npm run bench -- [name…] [--all] [--page] [--json] [--peer] [--trace]`: runs the benchmarks and prints what they found. With
 * `--page`, and always with `--all`, keeps it in bench/results, writes docs/benchmarks.md, and ends with one page that
 * compares it with the last committed results; a figure that is worse by more than a fifth and the noise fails the run.
 */
import { parseArgs } from 'node:util';

import { anchors } from './anchors/index.ts';
import type { Benchmark, BenchmarkOptions, Report } from './benchmark.ts';
import { browser } from './browser/index.ts';
import { delivery } from './delivery/index.ts';
import { devServer } from './dev-server/index.ts';
import { growth } from './growth/index.ts';
import { look } from './look/index.ts';
import { markdown } from './markdown/index.ts';
import { overlay } from './overlay/index.ts';
import { compareRuns, describeComparison, failsFor } from './page/compare.ts';
import { measureNoise } from './page/noise.ts';
import { type FoundByRun, recordRun } from './page/record-run.ts';
import { type BenchmarkRecord, readCommittedRecord, readRecord, writeRecord } from './page/record.ts';
import { writeBenchmarkFiles } from './page/write-files.ts';
import { sources } from './sources/index.ts';
import { start } from './start/index.ts';
import { store } from './store/index.ts';
import { team } from './team/index.ts';
import { texts } from './texts/index.ts';
import { tools } from './tools/index.ts';
import { work } from './work/index.ts';

const benchmarks: readonly Benchmark[] = [
  anchors,
  browser,
  delivery,
  devServer,
  growth,
  look,
  markdown,
  overlay,
  sources,
  start,
  store,
  team,
  texts,
  tools,
  work,
];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      peer: { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
    },
  });
  const { all, page, json, peer, trace } = values;
  if (trace && (all || page))
    throw new Error('--trace shows one round and keeps nothing: leave out --all and --page.');
  if (all && positionals.length > 0) throw new Error('Name benchmarks or pass --all, not both.');
  const results =
    all || page
      ? await keepAll(all ? benchmarks : named(positionals), { peer, trace })
      : await runAll(positionals, { peer, trace });
  if (json) console.log(JSON.stringify(results));
}

type Results = Record<string, Record<string, unknown>>;

/** Ends with the first failure. */
async function runAll(names: readonly string[], options: BenchmarkOptions): Promise<Results> {
  const found: Results = {};
  for (const benchmark of names.length === 0 ? benchmarks : named(names)) {
    found[benchmark.name] = (await runOne(benchmark, options)).results;
  }
  return found;
}

/** Keeps each result when it is there; one that fails is listed with its error, and the others run all the same. */
async function keepAll(chosen: readonly Benchmark[], options: BenchmarkOptions): Promise<Results> {
  const found: Results = {};
  const failed: string[] = [];
  const records: BenchmarkRecord[] = [];
  for (const [index, benchmark] of chosen.entries()) {
    console.error(`\n… ${index + 1} of ${chosen.length}: ${benchmark.name}`);
    const record = await recordRun(benchmark, {
      run: () => runOne(benchmark, options),
      peer: options.peer,
      previous: await readRecord(benchmark.name),
      measureNoise,
    });
    if (record.failure === undefined) found[benchmark.name] = record.run?.results ?? {};
    else {
      failed.push(benchmark.name);
      console.error(`${benchmark.name} failed: ${record.failure.message}`);
    }
    // After each, so that ending the program early loses nothing.
    await writeRecord(record);
    records.push(record);
  }
  console.error(`\nWrote ${await writeBenchmarkFiles(benchmarks)}.`);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}.`);
    process.exitCode = 1;
  }
  await compareWithCommitted(records);
  return found;
}

/** So that no figure doubles without anyone seeing it. */
async function compareWithCommitted(records: readonly BenchmarkRecord[]): Promise<void> {
  const committed = await Promise.all(records.map(({ name }) => readCommittedRecord(name)));
  const comparison = compareRuns(committed, records);
  console.log(`\n${describeComparison(comparison)}`);
  if (failsFor(comparison).length > 0) process.exitCode = 1;
}

async function runOne(benchmark: Benchmark, options: BenchmarkOptions): Promise<FoundByRun> {
  console.log(`\n# ${benchmark.name}: ${benchmark.title}`);
  const found: FoundByRun = { tables: [], results: {} };
  await benchmark.run(reportTo(found), options);
  return found;
}

function named(names: readonly string[]): readonly Benchmark[] {
  return names.map((name) => {
    const found = benchmarks.find((benchmark) => benchmark.name === name);
    if (found !== undefined) return found;
    throw new Error(
      `There is no benchmark "${name}"; there is ${benchmarks.map((each) => each.name).join(', ')}.`,
    );
  });
}

function reportTo(found: FoundByRun): Report {
  return {
    // To stderr, so that stdout has only tables and JSON.
    progress: (message) => console.error(`… ${message}`),
    table: (title, rows) => {
      console.log(`\n${title}`);
      console.table(rows);
      found.tables.push({ title, rows });
    },
    result: (key, value) => {
      found.results[key] = value;
    },
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
