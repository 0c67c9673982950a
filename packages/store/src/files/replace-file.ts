import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { hasErrorCode } from './error-code.ts';
import { renameOverSync } from './rename-over.ts';

export interface ReplaceFileOptions {
  /**
   * Where the new text is written before it replaces the file. Beside the file unless named: a process that is killed
   * in between leaves its temporary file there, which must not happen beside files that are committed.
   */
  temporaryFolder?: string;
  /** Asked at the last moment; `false` leaves the file as it is. */
  isCurrent?: () => boolean;
  /** `false` returns before the text is safely on the disk: a power cut may then bring the old text back. */
  durable?: boolean;
  /** `false` for a caller that tries again by itself where another program has the file open, see `renameOver`. */
  waits?: boolean;
  /** Permissions of a file that does not exist yet, before the umask. An existing file keeps its own. */
  newFileMode?: number;
}

/** Readers see the old text or the new one, never a part. Returns `false` when `isCurrent` did. */
export function replaceFile(file: string, text: string, options: ReplaceFileOptions = {}): boolean {
  const {
    temporaryFolder = dirname(file),
    isCurrent = () => true,
    newFileMode = 0o666,
    durable = true,
    waits = true,
  } = options;
  const temporary = join(temporaryFolder, `${basename(file)}.${randomUUID()}.tmp`);
  try {
    mkdirSync(temporaryFolder, { recursive: true });
    const old = statSync(file, { throwIfNoEntry: false });
    // Private until it has the permissions of the old file.
    writeNew(temporary, text, { mode: old === undefined ? newFileMode : 0o600, durable });
    if (old !== undefined) copyPermissions(temporary, old);
    if (!isCurrent()) return false;
    mkdirSync(dirname(file), { recursive: true });
    (waits ? renameOverSync : renameSync)(temporary, file);
    return true;
  } catch (error) {
    // The folder is on another file system, or cannot be written: beside the file remains.
    const canRetry =
      temporaryFolder !== dirname(file) && hasErrorCode(error, 'EXDEV', 'EACCES', 'EPERM', 'EROFS');
    if (!canRetry) throw error;
    return replaceFile(file, text, { ...options, temporaryFolder: dirname(file) });
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeNew(file: string, text: string, { mode, durable }: { mode: number; durable: boolean }): void {
  const descriptor = openSync(file, 'wx', mode);
  try {
    writeFileSync(descriptor, text);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same permissions, and the same owner where the system allows it: in a container the process may run as another user. */
function copyPermissions(file: string, { uid, gid, mode }: Stats): void {
  try {
    chownSync(file, uid, gid);
  } catch (error) {
    // Only root may give files away; a process that may write the file keeps what it wrote.
    if (!hasErrorCode(error, 'EPERM', 'EINVAL')) throw error;
  }
  // Not with `open`, where the umask would remove some, and after `chown`, which removes more.
  chmodSync(file, mode & 0o7777);
}
