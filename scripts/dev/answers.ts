import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with `true` when the server has answered a request, and with `false` when it has ended before. */
export async function answers(url: string, server: ChildProcess): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null && server.pid !== undefined) {
    try {
      await (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer();
      return true;
    } catch {
      // It does not listen yet.
      await sleep(200);
    }
  }
  return false;
}
