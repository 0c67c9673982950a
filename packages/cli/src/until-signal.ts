/** The signals with which a person, a terminal or the system ends a program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first of these signals, so that the caller can stop in order; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise<void>((resolve) => {
    for (const signal of endingSignals) process.once(signal, () => resolve());
  });
}
