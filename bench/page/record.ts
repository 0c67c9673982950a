/** What a run of one benchmark leaves behind, in `bench/results/<name>.json`: the page of all of them is made from it. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

const noiseSchema = z.object({
  /** Milliseconds of the fixed task. */
  p50: z.number(),
  /** (slowest − fastest) ÷ p50. */
  spread: z.number(),
  n: z.number(),
});
/** What a fixed task took: what it takes more than usual, other work on the machine took from the benchmark too. */
export type Noise = z.infer<typeof noiseSchema>;

const machineSchema = z.object({
  processor: z.string(),
  cores: z.number(),
  system: z.string(),
  node: z.string(),
});
export type Machine = z.infer<typeof machineSchema>;

const tableSchema = z.object({
  title: z.string(),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});
export type Table = z.infer<typeof tableSchema>;

const runSchema = z.object({
  at: z.iso.datetime(),
  seconds: z.number(),
  /** Other projects' programs were measured too. */
  peer: z.boolean(),
  machine: machineSchema,
  noise: z.object({ before: noiseSchema, after: noiseSchema }),
  tables: z.array(tableSchema),
  /** Of the benchmark itself, for programs. */
  results: z.record(z.string(), z.unknown()),
});
export type BenchmarkRun = z.infer<typeof runSchema>;

const recordSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** The last run that succeeded. */
  run: runSchema.optional(),
  /** Of the last run, if it failed. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).optional(),
});
export type BenchmarkRecord = z.infer<typeof recordSchema>;

const folder = join(import.meta.dirname, '../results');

/** `null` for a benchmark that was never run. */
export async function readRecord(name: string): Promise<BenchmarkRecord | null> {
  const file = join(folder, `${name}.json`);
  try {
    return recordSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read. Delete it and run the benchmark "${name}" again.`, {
      cause: error,
    });
  }
}

/** As in the last commit; `null` where there is none, or where it cannot be read any more. */
export async function readCommittedRecord(name: string): Promise<BenchmarkRecord | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['show', `HEAD:./${name}.json`], { cwd: folder });
    return recordSchema.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}

export async function writeRecord(record: BenchmarkRecord): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${record.name}.json`), `${JSON.stringify(record, null, 2)}\n`);
}
