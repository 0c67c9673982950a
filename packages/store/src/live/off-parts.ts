/** Which parts of annotate a dev server has switched off, in a file for each process, so that `doctor` can repeat it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isRecord } from '@annotate-mcp/core';

import { createAnnotateFolder } from '../files/annotate-folder.ts';
import { isSystemError } from '../files/error-code.ts';
import { refuseLinkOut } from '../files/refuse-link-out.ts';

import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** The parts that are off and why, as the terminal said it: `source lines for MDX are off: …`. */
export type OffLines = readonly string[];

/** Replaces what this process has recorded, and removes it when nothing is off. Does nothing in a project that is gone or cannot be written to. */
export function recordOffParts(projectRoot: string, lines: OffLines): void {
  if (!existsSync(projectRoot)) return;
  const folder = folderIn(projectRoot);
  const file = join(folder, String(process.pid));
  if (lines.length === 0 && !existsSync(file)) return;
  try {
    refuseLinkOut(file, projectRoot);
    createAnnotateFolder(dirname(folder));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeEnded(folder);
    if (lines.length === 0) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify({ process: ownIdentity(), lines }), { mode: 0o600 });
  } catch (error) {
    // The terminal has said it; only `doctor` does not repeat it.
    if (!isSystemError(error)) throw error;
  }
}

/** What the processes of this machine that still run have recorded. Bundlers report one fault from several processes. */
export function readOffParts(projectRoot: string, { exceptOwn = false } = {}): OffLines {
  const folder = folderIn(projectRoot);
  if (!existsSync(folder)) return [];
  const records = readdirSync(folder)
    .filter((name) => !exceptOwn || name !== String(process.pid))
    .map((name) => readRecord(join(folder, name)));
  return [...new Set(records.flatMap((record) => (hasEnded(record) ? [] : (record?.lines ?? []))))];
}

function removeEnded(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (hasEnded(readRecord(file))) rmSync(file, { force: true });
  }
}

function folderIn(projectRoot: string): string {
  return join(projectRoot, '.annotate', 'off');
}

interface OffRecord {
  readonly process: ProcessIdentity;
  readonly lines: OffLines;
}

/** Where the system does not tell when a process was started, its pid has to do. */
function hasEnded(record: OffRecord | null): boolean {
  return (
    record === null || record.process.machine !== ownIdentity().machine || isRunning(record.process) === false
  );
}

function readRecord(file: string): OffRecord | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isOffRecord(value) ? value : null;
  } catch {
    // The process was killed while it wrote, and has nothing to report any more.
    return null;
  }
}

function isOffRecord(value: unknown): value is OffRecord {
  if (!isRecord(value) || !isRecord(value.process) || !Array.isArray(value.lines)) return false;
  const { machine, pid, startedAt } = value.process;
  return (
    typeof machine === 'string' &&
    Number.isInteger(pid) &&
    typeof startedAt === 'string' &&
    value.lines.every((line) => typeof line === 'string')
  );
}
