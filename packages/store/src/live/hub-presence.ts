/** Says that a hub runs in a project, in a file for each process, so that a dev server is known before a page is open. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseJson } from '@annotate-mcp/core';

import { createAnnotateFolder } from '../files/annotate-folder.ts';
import { isSystemError } from '../files/error-code.ts';
import { refuseLinkOut } from '../files/refuse-link-out.ts';

import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** Returns a function that takes it back. Does nothing in a project that is gone or cannot be written to. */
export function announceHub(projectRoot: string): () => void {
  if (!existsSync(projectRoot)) return () => undefined;
  const file = join(folderIn(projectRoot), String(process.pid));
  try {
    refuseLinkOut(file, projectRoot);
    createAnnotateFolder(dirname(dirname(file)));
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    removeEnded(dirname(file));
    writeFileSync(file, JSON.stringify(ownIdentity()), { mode: 0o600 });
  } catch (error) {
    // The hub works without the file; only `doctor` then does not report that a dev server runs.
    if (!isSystemError(error)) throw error;
    return () => undefined;
  }
  return () => rmSync(file, { force: true });
}

/** Whether a process of this machine has a hub open in the project. */
export function hasRunningHub(projectRoot: string): boolean {
  const folder = folderIn(projectRoot);
  if (!existsSync(folder)) return false;
  const { machine } = ownIdentity();
  return readdirSync(folder).some((name) => {
    const identity = readIdentity(join(folder, name));
    // Where the system does not tell when a process was started, its pid has to do.
    return identity?.machine === machine && isRunning(identity) !== false;
  });
}

/** A process that was killed has not removed its file. */
function removeEnded(folder: string): void {
  const { machine } = ownIdentity();
  for (const name of readdirSync(folder)) {
    const identity = readIdentity(join(folder, name));
    if (identity?.machine === machine && isRunning(identity) === false)
      rmSync(join(folder, name), { force: true });
  }
}

function folderIn(projectRoot: string): string {
  return join(projectRoot, '.annotate', 'hubs');
}

function readIdentity(file: string): ProcessIdentity | null {
  try {
    const value: unknown = parseJson(readFileSync(file, 'utf8'));
    return isIdentity(value) ? value : null;
  } catch {
    // The process ended meanwhile, or was killed while it wrote: then it does not run.
    return null;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { machine, pid, startedAt } = value as Partial<Record<keyof ProcessIdentity, unknown>>;
  return typeof machine === 'string' && Number.isInteger(pid) && typeof startedAt === 'string';
}
