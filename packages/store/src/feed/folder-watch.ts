import { type FSWatcher, mkdirSync, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Reports that a file may have changed. The folder is watched, not the file: editors and git put a new file in the
 * place of the old one, and a watch on the old one goes deaf. Does not keep the process alive.
 */
export class FolderWatch {
  readonly #folder: string;
  readonly #name: string;
  readonly #onChange: () => void;
  #watcher: FSWatcher | null = null;
  #identity = '';

  constructor(file: string, onChange: () => void) {
    this.#folder = dirname(file);
    this.#name = basename(file);
    this.#onChange = onChange;
  }

  start(): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#identity = identityOf(this.#folder);
      this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        // Some systems do not say which file it was.
        if (name === null || name === this.#name) this.#onChange();
      });
      this.#watcher.on('error', () => this.stop());
    } catch {
      // No watch to be had here (too many, or no such folder any more): the periodic check carries on alone.
      this.stop();
    }
  }

  stop(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** A folder that was deleted and made again is another one, and the old watch never hears of it. */
  renew(): void {
    if (this.#watcher !== null && identityOf(this.#folder) === this.#identity) return;
    this.stop();
    this.start();
    this.#onChange();
  }
}

// With its time of birth: a folder that is made anew often gets the number of the one before.
function identityOf(folder: string): string {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
