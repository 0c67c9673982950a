export interface Summary {
  n: number;
  p50: number;
  p95: number;
}

/** Of any unit; rounded to three figures, which is more than a shared machine can promise. */
export function summarize(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  return { n: sorted.length, p50: rounded(at(sorted, 0.5)), p95: rounded(at(sorted, 0.95)) };
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function at(sorted: readonly number[], quantile: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? NaN;
}

/** What was measured in turns with its baseline. */
export interface Pair {
  ours: number;
  baseline: number;
}

export interface Estimate {
  value: number;
  /** Ends of the 95 % interval. */
  low: number;
  high: number;
}

/** How many pairs a ratio needs at least. */
export const fewestPairs = 30;

/** The ratio of the medians. */
export function ratioOf(pairs: readonly Pair[]): Estimate {
  if (pairs.length < fewestPairs)
    throw new Error(`A ratio needs ${fewestPairs} pairs, and these are ${pairs.length}.`);
  return estimate(
    pairs,
    (some) => median(some.map(({ ours }) => ours)) / median(some.map(({ baseline }) => baseline)),
  );
}

/** The median of a sample. */
export function medianOf(samples: readonly number[]): Estimate {
  return estimate(samples, median);
}

/** What a goal says of an estimate: met only when the whole interval is below it. */
export function describeGoal({ low, high }: Estimate, goal: number): string {
  if (high <= goal) return `≤ ${goal}: met`;
  return low > goal ? `≤ ${goal}: missed` : `≤ ${goal}: within the noise`;
}

const resamples = 2_000;

/** The interval is that of samples drawn again from the sample (bootstrap), the same for the same sample. */
function estimate<T>(sample: readonly T[], compute: (some: readonly T[]) => number): Estimate {
  const random = randomNumbers(sample.length);
  const draw = (): T[] => {
    const drawn: T[] = [];
    while (drawn.length < sample.length) {
      const index = random();
      drawn.push(...sample.slice(index, index + 1));
    }
    return drawn;
  };
  const found = Array.from({ length: resamples }, () => compute(draw())).sort((a, b) => a - b);
  return {
    value: rounded(compute(sample)),
    low: rounded(at(found, 0.025)),
    high: rounded(at(found, 0.975)),
  };
}

/** Whole numbers below `limit`, always the same ones. */
function randomNumbers(limit: number): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return at(sorted, 0.5);
}
