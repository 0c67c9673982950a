/** Files in `.annotate/wake/` that one process touches and others watch. */
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';

import { createAnnotateFolder } from '../files/annotate-folder.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { FolderWatch } from '../files/file-watch.ts';

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

/** Reports that the file was touched. It is deleted with its project, and looking at the store then would create it again. */
export function watchWakeFile(file: string, onTouch: () => void): FolderWatch {
  const isTouched = (name: string) => name === basename(file) && existsSync(file);
  return new FolderWatch({ folder: dirname(file), isWatched: isTouched }, onTouch, {
    createFolder: () => createWakeFolder(file),
  });
}

function createWakeFolder(file: string): void {
  createAnnotateFolder(dirname(dirname(file)));
}
