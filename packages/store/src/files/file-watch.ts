import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface WatchedFolder {
  folder: string;
  /** Gets the name of a file in the folder. */
  isWatched: (name: string) => boolean;
}

interface WatchOptions {
  /** Creates the folder if it is missing, because a folder that does not exist cannot be watched. */
  createFolder?: () => void;
}

/** Reports that a file of a folder may have changed. Does not keep the process alive. */
export class FolderWatch {
  readonly #folder: string;
  readonly #isWatched: (name: string) => boolean;
  readonly #onChange: () => void;
  readonly #createFolder: () => void;
  #watcher: FSWatcher | null = null;
  #identity = '';

  constructor({ folder, isWatched }: WatchedFolder, onChange: () => void, options: WatchOptions = {}) {
    const { createFolder = () => undefined } = options;
    this.#folder = folder;
    this.#isWatched = isWatched;
    this.#onChange = onChange;
    this.#createFolder = createFolder;
  }

  start(): void {
    try {
      this.#createFolder();
      this.#identity = folderIdentity(this.#folder);
      this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        // Some systems do not say which file it was.
        if (name === null || this.#isWatched(name)) this.#onChange();
      });
      this.#watcher.on('error', () => this.stop());
    } catch {
      // The folder cannot be watched (too many watches, or it does not exist): the caller's periodic check remains.
      this.stop();
    }
  }

  stop(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /**
   * Starts again when the watch has failed, or when its folder was deleted and created again: the old watch reports
   * nothing about the new folder. Returns whether it did; changes may have been missed then.
   */
  renew(): boolean {
    if (this.#watcher !== null && folderIdentity(this.#folder) === this.#identity) return false;
    this.stop();
    this.start();
    return true;
  }
}

/**
 * Reports that a file may have changed. It watches the folder, not the file: editors and git replace a file by a new
 * one, and a watch on the old file reports nothing about the new one.
 */
export class FileWatch extends FolderWatch {
  constructor(file: string, onChange: () => void) {
    super(folderOf(file), onChange);
  }
}

/** For a watch of one file in its folder. */
export function folderOf(file: string): WatchedFolder {
  const watched = basename(file);
  return { folder: dirname(file), isWatched: (name) => name === watched };
}

// With its time of birth, because a new folder often gets the inode number of the deleted one.
function folderIdentity(folder: string): string {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
