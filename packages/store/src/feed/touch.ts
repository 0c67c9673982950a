import { closeSync, openSync, writeSync } from 'node:fs';

import { createWakeFolder } from '../files/annotate-folder.ts';
import { hasErrorCode } from '../files/error-code.ts';

/**
 * Wakes readers in other processes. To be called after the commit: an event of the store's own files comes before
 * the commit can be seen, and a reader that looks then finds nothing and is not woken again.
 */
export function touch(wakeFile: string): void {
  try {
    const descriptor = openForTouch(wakeFile);
    try {
      writeSync(descriptor, '.', 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The change is committed and must not look failed; readers find it with their periodic check.
  }
}

function openForTouch(file: string): number {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    createWakeFolder(file);
    return openSync(file, 'a', 0o600);
  }
}
