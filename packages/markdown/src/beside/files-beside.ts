/** The files beside one document: what its addresses name, its pictures, and when a shown one has changed. */
import { fileStamp, isInside } from '@annotate-mcp/store/files';

import { watchFile } from '../files/watch-file.ts';

import { type LocalAddress, locate } from './address.ts';
import { type Picture, readPicture } from './read-picture.ts';

export interface FilesBesideOptions {
  /** Of the document: real, absolute. */
  file: string;
  /** Of the project: real, absolute. */
  root: string;
  /** The folders that the document was allowed to be opened from. */
  roots: readonly string[];
  /** Whether changes that no file event reports are looked for. */
  checksSafely: boolean;
  onChange: (address: string) => void;
}

/** A document with more pictures shows all of them; only these are followed. */
const mostWatched = 200;
const safetyCheckMs = 10_000;

export class FilesBeside {
  /** The folders that the document was allowed to be opened from: real, absolute. */
  readonly roots: readonly string[];
  readonly #options: FilesBesideOptions;
  /** By address; also of pictures that are missing, which may appear. */
  readonly #watches = new Map<string, () => void>();
  #isClosed = false;

  constructor(options: FilesBesideOptions) {
    this.roots = options.roots;
    this.#options = options;
  }

  /** The file that an address in the document names. It may not exist, or not be allowed. */
  locate(address: string): LocalAddress {
    return locate(address, this.#options);
  }

  /** A picture that an address in the document names. A change of it is reported from then on. */
  async readPicture(address: string): Promise<Picture> {
    const { path } = this.locate(address);
    this.#watch(address, path);
    return readPicture(path, this.roots);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
  }

  #watch(address: string, path: string): void {
    if (this.#isClosed || this.#watches.has(address) || this.#watches.size >= mostWatched) return;
    // Whether another file exists or changes is none of the document's business.
    if (!this.roots.some((root) => isInside(path, root))) return;
    let stamp = fileStamp(path);
    const stop = watchFile(path, this.#options.checksSafely ? safetyCheckMs : null, () => {
      const now = fileStamp(path);
      if (now === stamp) return;
      stamp = now;
      this.#options.onChange(address);
    });
    this.#watches.set(address, stop);
  }
}
