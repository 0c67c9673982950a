import type { Row } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';

import { isRunning, ownIdentity } from './process-identity.ts';

export const heartbeatMs = 10_000;
const expiryMs = 30_000;
/** The clock of another machine may be ahead. A row from further ahead was made by hand, and would never expire. */
const mostSkewMs = 300_000;

/** Values of the columns machine, pid, started_at, heartbeat_at for a row of this process. */
export function ownColumns(now: Date) {
  const { machine, pid, startedAt } = ownIdentity();
  return [machine, pid, startedAt, now.toISOString()] as const;
}

/**
 * Whether the process that wrote the row lives: asked of the system where it can tell, else by its heartbeat.
 * `awakeSince` is when this machine last woke up: until then no process could write a heartbeat.
 */
export function isAlive(row: Row, now: Date, awakeSince = 0): boolean {
  const owner = {
    machine: text(row, 'machine'),
    pid: integer(row, 'pid'),
    startedAt: text(row, 'started_at'),
  };
  const lastSign = Math.max(Date.parse(text(row, 'heartbeat_at')), awakeSince);
  const age = now.getTime() - lastSign;
  return isRunning(owner) ?? (age < expiryMs && age > -mostSkewMs);
}
