import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { hasErrorCode } from '../../files/error-code.ts';

/** Changes whenever the file does, also when it is replaced by one of the same size and age. */
export function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined
    ? 'none'
    : [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

/** `null` when there is no file. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * The old text or the new one, never a part. `false`, and nothing done, when `isCurrent` says no at the last moment.
 * `workshop` is where the new text is prepared: a kill in between must leave nothing beside a committed file.
 */
export function replaceText(file: string, text: string, workshop: string, isCurrent: () => boolean): boolean {
  const draft = join(workshop, `${basename(file)}.${randomUUID()}.tmp`);
  try {
    writeDurably(draft, text);
    if (!isCurrent()) return false;
    mkdirSync(dirname(file), { recursive: true });
    renameSync(draft, file);
    return true;
  } catch (error) {
    // Another file system: there a rename is a copy, so the new text is prepared beside the file after all.
    if (!hasErrorCode(error, 'EXDEV')) throw error;
    return replaceText(file, text, dirname(file), isCurrent);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx');
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
