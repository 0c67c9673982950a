import { stripVTControlCharacters } from 'node:util';

import type { Benchmark } from '../benchmark.ts';
import { rounded } from '../samples.ts';

import { describeMachine } from './noise.ts';
import type { BenchmarkRecord, BenchmarkRun, Noise } from './record.ts';

export type FoundByRun = Pick<BenchmarkRun, 'tables' | 'results'>;

interface RunDeps {
  run: () => Promise<FoundByRun>;
  peer: boolean;
  /** What is kept of the runs before. */
  previous: BenchmarkRecord | null;
  measureNoise: () => Noise;
}

/** Runs a benchmark between two measurements of noise. One that fails keeps the figures of its last run. */
export async function recordRun(
  { name, title }: Pick<Benchmark, 'name' | 'title'>,
  { run, peer, previous, measureNoise }: RunDeps,
): Promise<BenchmarkRecord> {
  const at = new Date().toISOString();
  const before = measureNoise();
  const startedAt = performance.now();
  try {
    const found = await run();
    const seconds = rounded((performance.now() - startedAt) / 1_000);
    const noise = { before, after: measureNoise() };
    return { name, title, run: { at, seconds, peer, machine: describeMachine(), noise, ...found } };
  } catch (error) {
    return { ...previous, name, title, failure: { at, message: describeFailure(error) } };
  }
}

const mostLines = 4;
const mostLetters = 200;

/** Some errors carry the whole log of a browser. */
function describeFailure(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, mostLines)
    .map((line) => (line.length <= mostLetters ? line : `${line.slice(0, mostLetters)}…`))
    .join('\n');
}
