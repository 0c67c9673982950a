import { fstatSync } from 'node:fs';

/** The signals with which a person, a terminal or the system ends a program. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves with the first of these signals, so that the caller can stop in order; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise<void>((resolve) => {
    for (const signal of endingSignals) process.once(signal, () => resolve());
  });
}

interface StopSignal {
  readonly signal: AbortSignal;
  /** Ends listening, which would keep the process alive. */
  close(): void;
}

/** Aborts when this program is to end: by a signal, or because the process that started it has closed its input. */
export function stopSignal(): StopSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of endingSignals) process.once(signal, stop);
  const hasPipe = isPipe();
  if (hasPipe) process.stdin.once('end', stop).once('close', stop).resume();
  return {
    signal: stopping.signal,
    close: () => {
      for (const signal of endingSignals) process.off(signal, stop);
      if (hasPipe) process.stdin.off('end', stop).off('close', stop).destroy();
    },
  };
}

/** A terminal stays open, and input that was redirected from a file or from nowhere ends at once. */
export function isPipe(): boolean {
  const input = fstatSync(process.stdin.fd);
  return input.isFIFO() || input.isSocket();
}
