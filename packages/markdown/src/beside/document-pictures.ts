/** The pictures beside one document: reads them for its views, and says when a shown one has changed. */
import { fileStamp } from '@annotate-mcp/store/files';

import { watchFile } from '../files/watch-file.ts';

import { locate } from './address.ts';
import { type Picture, readPicture } from './read-picture.ts';

export interface DocumentPicturesOptions {
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

export class DocumentPictures {
  readonly #options: DocumentPicturesOptions;
  /** By address; also of pictures that are missing, which may appear. */
  readonly #watches = new Map<string, () => void>();
  #isClosed = false;

  constructor(options: DocumentPicturesOptions) {
    this.#options = options;
  }

  async read(address: string): Promise<Picture> {
    const { path } = locate(address, this.#options);
    this.#watch(address, path);
    return readPicture(path, this.#options.roots);
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
  }

  #watch(address: string, path: string): void {
    if (this.#isClosed || this.#watches.has(address) || this.#watches.size >= mostWatched) return;
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
