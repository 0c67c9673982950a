/** CPU microseconds of this process; wall time says more about what else the machine is doing. */
export function cpuOf<T>(work: () => T): { value: T; cpu: number } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { value, cpu: user + system };
}

/** The value below which `share` (0..1) of the numbers lie. */
export function percentile(numbers: readonly number[], share: number): number {
  const ascending = numbers.toSorted((left, right) => left - right);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}
