/** A client of its own thread: what it waits for is the server, and not the five hundred pages that the bench plays. */
import { parentPort, workerData } from 'node:worker_threads';

const times: number[] = [];
const end = new AbortController();
parentPort?.once('message', () => end.abort());
while (!end.signal.aborted) {
  const askedAt = performance.now();
  const response = await fetch(`${String(workerData)}/health`);
  await response.text();
  if (!response.ok) throw new Error(`/health answered ${response.status}.`);
  times.push(performance.now() - askedAt);
}
parentPort?.postMessage(times);
