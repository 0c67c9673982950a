import { FolderWatch } from '@annotate-mcp/store/files';

interface Watched {
  watch: FolderWatch;
  /** How often it was added. */
  count: number;
  timer: NodeJS.Timeout | undefined;
}

/** Long enough for a program that first empties a file and then writes it. */
const settledMs = 50;

/** Reports folders in which a file was changed, once for each burst of changes. */
export class FolderWatches {
  readonly #onChange: (folder: string) => void;
  readonly #watched = new Map<string, Watched>();

  constructor(onChange: (folder: string) => void) {
    this.#onChange = onChange;
  }

  add(folder: string): void {
    const known = this.#watched.get(folder);
    if (known !== undefined) {
      known.count++;
      // The folder may have been deleted and created again.
      known.watch.renew();
      return;
    }
    const watch = new FolderWatch({ folder, isWatched: () => true }, () => this.#schedule(folder));
    this.#watched.set(folder, { watch, count: 1, timer: undefined });
    watch.start();
  }

  remove(folder: string): void {
    const known = this.#watched.get(folder);
    if (known === undefined || --known.count > 0) return;
    stop(known);
    this.#watched.delete(folder);
  }

  close(): void {
    for (const each of this.#watched.values()) stop(each);
    this.#watched.clear();
  }

  #schedule(folder: string): void {
    const known = this.#watched.get(folder);
    if (known === undefined) return;
    clearTimeout(known.timer);
    known.timer = setTimeout(() => this.#onChange(folder), settledMs).unref();
  }
}

function stop({ watch, timer }: Watched): void {
  clearTimeout(timer);
  watch.stop();
}
