import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

import { stampOf } from './read-file.ts';

/**
 * Tells that a file may have changed, come or gone. The folder is watched, not the file: editors and git put a new
 * file in the place of the old one, and a watch on the old one goes deaf. Does not keep the process alive.
 */
export class FileWatch {
  readonly #file: string;
  readonly #onChange: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | null = null;
  #folder = '';
  #stamp: string;

  /** `safetyCheckMs`: how often a change is looked for that no event told of, such as those of a network disk. */
  constructor(file: string, safetyCheckMs: number | null, onChange: () => void) {
    this.#file = file;
    this.#onChange = onChange;
    this.#stamp = stampOf(file);
    this.#start();
    if (safetyCheckMs !== null) this.#timer = setInterval(() => this.#check(), safetyCheckMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stop();
  }

  #start(): void {
    try {
      this.#folder = identityOf(dirname(this.#file));
      this.#watcher = watch(dirname(this.#file), { persistent: false }, (_event, name) => {
        // Some systems do not say which file it was.
        if (name === null || name === basename(this.#file)) this.#tell();
      });
      this.#watcher.on('error', () => this.#stop());
    } catch {
      // No watch to be had here (too many, or no such folder any more): the periodic check carries on alone.
      this.#stop();
    }
  }

  #stop(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** A folder that was deleted and made again is another one, and the old watch never hears of it. */
  #check(): void {
    if (this.#watcher === null || identityOf(dirname(this.#file)) !== this.#folder) {
      this.#stop();
      this.#start();
    }
    if (stampOf(this.#file) !== this.#stamp) this.#tell();
  }

  #tell(): void {
    this.#stamp = stampOf(this.#file);
    this.#onChange();
  }
}

// With its time of birth: a folder that is made anew often gets the number of the one before.
function identityOf(folder: string): string {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
