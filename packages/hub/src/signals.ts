/** Closes hubs when the process receives a signal. No other file of this package uses the process. */
import type { Hub } from './hub.ts';

const closingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Closable = Pick<Hub, 'close'>;

/**
 * On SIGINT, SIGTERM and SIGHUP closes this hub, which tells its pages that the server ends, and then lets the signal
 * end the process. A program with a signal listener of its own decides itself when to end. Returns a function that
 * undoes it.
 */
export function closeOnSignals(hub: Closable): () => void {
  // A new object for each call: a hub that was registered twice has to be removed twice.
  const entry = { hub };
  if (entries.size === 0) startListening();
  entries.add(entry);
  return () => {
    if (entries.delete(entry) && entries.size === 0) stopListening();
  };
}

// One listener for all hubs of the process: each of two listeners would take the other for the program's own.
const entries = new Set<{ readonly hub: Closable }>();
let isClosing = false;

function startListening(): void {
  isClosing = false;
  // Before all others: a listener that was added with `once` is removed before later listeners run.
  for (const signal of closingSignals) process.prependListener(signal, onSignal);
}

function stopListening(): void {
  for (const signal of closingSignals) process.off(signal, onSignal);
}

function onSignal(signal: NodeJS.Signals): void {
  const isOnlyListener = process.listeners(signal).every((listener) => listener === onSignal);
  // A second signal ends the process at once.
  if (isClosing && isOnlyListener) endProcess(signal);
  if (isClosing) return;
  isClosing = true;
  // A hub that cannot be closed must not keep the process running.
  const closing = [...entries].map(({ hub }) => hub.close().catch(() => undefined));
  if (isOnlyListener) void Promise.all(closing).then(() => endProcess(signal));
}

function endProcess(signal: NodeJS.Signals): void {
  stopListening();
  process.kill(process.pid, signal);
}
