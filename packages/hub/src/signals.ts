/** The one part that touches the process: a signal closes hubs before it does what it would have done anyway. */
import type { Hub } from './hub.ts';

export const closingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type ClosingSignal = (typeof closingSignals)[number];

type Closable = Pick<Hub, 'close'>;

/**
 * Tells the pages of this hub that the server goes away, then lets the signal end the process as it would have. A
 * program with a listener of its own decides itself when to end. Returns the way to undo it.
 */
export function closeOnSignals(hub: Closable): () => void {
  // An entry of its own, so that the same hub twice takes undoing twice.
  const entry = { hub };
  if (entries.size === 0) listen();
  entries.add(entry);
  return () => {
    if (entries.delete(entry) && entries.size === 0) stopListening();
  };
}

// One listener for all hubs of the process: two would each take the other for a program that ends it.
const entries = new Set<{ readonly hub: Closable }>();
let closing = false;

function listen(): void {
  closing = false;
  // Ahead of the others, because one that was added with `once` is gone by the time a later one looks.
  for (const signal of closingSignals) process.prependListener(signal, take);
}

function stopListening(): void {
  for (const signal of closingSignals) process.off(signal, take);
}

function take(signal: NodeJS.Signals): void {
  const alone = process.listeners(signal).every((listener) => listener === take);
  // The person asks a second time: no more goodbyes.
  if (closing && alone) raise(signal);
  if (closing) return;
  closing = true;
  // A hub that cannot be closed must not keep the process from ending.
  const goodbyes = [...entries].map(({ hub }) => hub.close().catch(() => undefined));
  if (alone) void Promise.all(goodbyes).then(() => raise(signal));
}

function raise(signal: NodeJS.Signals): void {
  stopListening();
  process.kill(process.pid, signal);
}
