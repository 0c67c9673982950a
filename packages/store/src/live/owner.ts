import type { Row } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';

import { isRunning, ownIdentity } from './process-identity.ts';

export const heartbeatMs = 10_000;
const expiryMs = 30_000;

/** Values of the columns machine, pid, started_at, heartbeat_at for a row of this process. */
export function ownColumns(now: Date) {
  const { machine, pid, startedAt } = ownIdentity();
  return [machine, pid, startedAt, now.toISOString()] as const;
}

/** Whether the process that wrote the row lives: asked of the system where it can tell, else by its heartbeat. */
export function isAlive(row: Row, now: Date): boolean {
  const owner = {
    machine: text(row, 'machine'),
    pid: integer(row, 'pid'),
    startedAt: text(row, 'started_at'),
  };
  return isRunning(owner) ?? now.getTime() - Date.parse(text(row, 'heartbeat_at')) < expiryMs;
}
