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
