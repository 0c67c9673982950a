import { cpus, release, type } from 'node:os';

import { rounded } from '../samples.ts';

import type { Machine, Noise } from './record.ts';

const rounds = 25;

/** Takes about a second. */
export function measureNoise(): Noise {
  // The first rounds are slower, because the task is not compiled yet.
  for (let round = 0; round < 3; round++) timeTask();
  return noiseOf(Array.from({ length: rounds }, timeTask));
}

export function noiseOf(samples: readonly number[]): Noise {
  const sorted = [...samples].sort((a, b) => a - b);
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const spread = ((sorted.at(-1) ?? NaN) - (sorted[0] ?? NaN)) / p50;
  return { p50: rounded(p50), spread: rounded(spread), n: sorted.length };
}

/** Always the same arithmetic, without memory or system calls. Returns milliseconds. */
function timeTask(): number {
  const startedAt = performance.now();
  let state = 1;
  for (let step = 0; step < 20_000_000; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const took = performance.now() - startedAt;
  // The result is used, so that the compiler does not leave the loop out.
  if (state === 0.5) throw new Error('Not an integer.');
  return took;
}

export function describeMachine(): Machine {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown processor',
    cores: all.length,
    system: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
  };
}
