import type { Row } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';
import type { Keeper } from '../store.ts';

import { exists, identityOf, isRunning, ownIdentity } from './process-identity.ts';

export const heartbeatMs = 10_000;
const expiryMs = 30_000;
/** The clock of another machine may be ahead. A row from further ahead was made by hand, and would never expire. */
const mostSkewMs = 300_000;

/** Values of the columns machine, pid, started_at, heartbeat_at for a row of this process. */
export function ownColumns(now: Date) {
  const { machine, pid, startedAt } = ownIdentity();
  return [machine, pid, startedAt, now.toISOString()] as const;
}

/** The same for a row that lives as long as its keeper. */
export function keptColumns(keeper: Keeper, now: Date) {
  const until = new Date(now.getTime() + Math.min(keeper.mostMs, mostKeptMs)).toISOString();
  if (!('pid' in keeper)) return [untilPrefix + until, 0, '', now.toISOString()] as const;
  const { machine, pid, startedAt } = identityOf(keeper.pid);
  // Where the start of a process costs another program, readers ask for the number only, and for a limited time.
  const isKnown = startedAt === keeper.startedAt;
  return [isKnown ? machine : untilPrefix + until, pid, startedAt, now.toISOString()] as const;
}

/** Instead of a machine: how long the row counts. */
const untilPrefix = 'until ';
const mostKeptMs = 2 * 3_600_000;

/** `null` for a row that lives as long as the process that it names. */
function isKept({ machine, pid }: { machine: string; pid: number }, now: Date): boolean | null {
  if (!machine.startsWith(untilPrefix)) return null;
  const leftMs = Date.parse(machine.slice(untilPrefix.length)) - now.getTime();
  // A row from further ahead was made by hand, and would never expire.
  return leftMs > 0 && leftMs <= mostKeptMs + mostSkewMs && (pid === 0 || exists(pid));
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
  const kept = isKept(owner, now);
  if (kept !== null) return kept;
  const lastSign = Math.max(Date.parse(text(row, 'heartbeat_at')), awakeSince);
  const age = now.getTime() - lastSign;
  return isRunning(owner) ?? (age < expiryMs && age > -mostSkewMs);
}
