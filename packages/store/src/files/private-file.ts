/** Files that only this user may read, such as keys. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { hasErrorCode } from './error-code.ts';

/** Leaves a file that is there as it is. Of two processes that create it at once, the second uses the file of the first. */
export function createPrivateFile(file: string, text: string): void {
  if (existsSync(file)) return;
  const fresh = writeBeside(file, text);
  try {
    // A link fails when the file exists, a rename would replace it.
    linkSync(fresh, file);
  } catch (error) {
    // Some file systems have no links.
    if (!hasErrorCode(error, 'EEXIST')) renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

export function replacePrivateFile(file: string, text: string): void {
  renameSync(writeBeside(file, text), file);
}

/** A copy or a restored backup may be readable for other users. */
export function makePrivate(file: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

function writeBeside(file: string, text: string): string {
  const fresh = `${file}.${randomUUID()}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
  return fresh;
}
