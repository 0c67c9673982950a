/** How long to wait before the next attempt to connect. */

const slowSteps = [500, 1_000, 2_000, 5_000, 10_000, 25_000];
/** For a server on this machine, which costs nothing to ask: a restart is noticed within a second. */
const quickSteps = [100, 250, 500, 1_000];
/** A server that is away for longer was probably ended on purpose. When it starts again, its bridge file tells. */
const quickForMs = 3 * 60_000;

export interface FailedAttempts {
  /** Of the server that does not answer; empty when it refuses, which asking again rarely changes. */
  readonly url: string;
  /** Number of attempts that have failed before. */
  readonly attempt: number;
  readonly awayMs: number;
}

export function retryDelay({ url, attempt, awayMs }: FailedAttempts): number {
  const steps = isThisMachine(url) && awayMs < quickForMs ? quickSteps : slowSteps;
  return steps[Math.min(attempt, steps.length - 1)] ?? 0;
}

function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return host === '127.0.0.1' || host === 'localhost' || host === '[::1]';
}
