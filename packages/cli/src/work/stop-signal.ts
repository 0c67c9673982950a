import { fstatSync } from 'node:fs';

/** Aborts when this program is to end: by a signal, or because the process that started it has closed its input. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  if (isPipe()) process.stdin.once('end', stop).once('close', stop).resume();
  return stopping.signal;
}

/** A terminal stays open, and input that was redirected from a file or from nowhere ends at once. */
function isPipe(): boolean {
  const input = fstatSync(process.stdin.fd, { bigint: false });
  return input.isFIFO() || input.isSocket();
}
