/** Files that only this user may read, such as keys. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { hasErrorCode, isSystemError } from './error-code.ts';
import { renameOverSync } from './rename-over.ts';

/** Leaves a file that is there as it is. Of two processes that create it at once, the second uses the file of the first. */
export function createPrivateFile(file: string, text: string): void {
  if (existsSync(file)) return;
  const fresh = writeBeside(file, text);
  try {
    // A link fails when the file exists, a rename would replace it.
    linkSync(fresh, file);
  } catch (error) {
    // Some file systems have no links.
    if (!hasErrorCode(error, 'EEXIST')) renameOverSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

export function replacePrivateFile(file: string, text: string): void {
  const fresh = writeBeside(file, text);
  try {
    renameOverSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Takes the rights of other users away from a file or folder of this user, such as a copy or one of an older release. */
export function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o077) === 0 || found.uid !== process.getuid?.()) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch (error) {
    // A read-only disk, or one without permissions: the file can still be used.
    if (!isSystemError(error)) throw error;
  }
}

/** An empty file, for a program that would create it with the rights of others. */
export function reservePrivately(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Another process has created it, or it cannot be created, which the caller finds out.
    if (!isSystemError(error)) throw error;
  }
}

function writeBeside(file: string, text: string): string {
  const fresh = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // On the disk before it gets its name: after a power cut an empty key would have to be repaired by hand.
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true });
  return fresh;
}
