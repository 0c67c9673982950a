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

import { hasCode } from '../../files/errno.ts';

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
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The old text or the new one, never a part. `false`, and nothing done, when `isCurrent` says no at the last moment. */
export function replaceText(file: string, text: string, isCurrent: () => boolean): boolean {
  mkdirSync(dirname(file), { recursive: true });
  // In the same folder, since a rename across file systems is a copy.
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    writeDurably(draft, text);
    if (!isCurrent()) return false;
    renameSync(draft, file);
    return true;
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
