/** Opens the store of a project when there is one. Nothing is created: to look at a project must not change it. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { SerialQueue } from '@annotate-mcp/core';
import { joinStores, openSidecars, openStore, type Store, withSidecars } from '@annotate-mcp/store';
import { FileWatch } from '@annotate-mcp/store/files';

export interface ProjectLocation {
  /** Absolute, symbolic links resolved. */
  root: string;
  url: string;
  /** `null` when the store is not a file. */
  file: string | null;
}

export interface StoreListener {
  /** The project has this store from now on, and the one before is closed. */
  opened: (store: Store) => void;
  failed: (error: unknown) => void;
}

export class StoreSource {
  readonly #location: ProjectLocation;
  readonly #listener: StoreListener;
  readonly #work = new SerialQueue();
  readonly #watches: FileWatch[];
  #store: Store | null = null;
  /** Whether the open store has the project's own, or only the comments on its documents. */
  #hasOwn = false;
  #isClosed = false;

  constructor(location: ProjectLocation, listener: StoreListener) {
    this.#location = location;
    this.#listener = listener;
    const { file } = location;
    // The second is for a folder that does not exist yet.
    this.#watches =
      file === null ? [] : [file, dirname(file)].map((each) => new FileWatch(each, () => this.#check()));
  }

  async start(): Promise<void> {
    for (const watch of this.#watches) watch.start();
    await this.#work.run(() => this.#open());
  }

  /** `null` before it is opened. */
  get store(): Store | null {
    return this.#store;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watch of this.#watches) watch.stop();
    await this.#work.run(() => this.#closeStore());
  }

  /** The store may have been created or deleted. One that was replaced is noticed by its driver. */
  #check(): void {
    for (const watch of this.#watches) watch.renew();
    if (this.#isClosed || this.#exists() === this.#hasOwn) return;
    void this.#work.run(() => this.#open());
  }

  #exists(): boolean {
    const { file } = this.#location;
    return file === null || existsSync(file);
  }

  async #open(): Promise<void> {
    const hasOwn = this.#exists();
    if (this.#isClosed || (this.#store !== null && hasOwn === this.#hasOwn)) return;
    try {
      const store = await this.#openStore(hasOwn);
      await this.#closeStore();
      this.#store = store;
      this.#hasOwn = hasOwn;
      this.#listener.opened(store);
    } catch (error) {
      this.#listener.failed(error);
    }
  }

  async #openStore(hasOwn: boolean): Promise<Store> {
    const { root, url } = this.#location;
    return hasOwn
      ? withSidecars(await openStore(url, { root }), { root })
      : joinStores(await openStore('memory:', { root }), openSidecars({ root }));
  }

  async #closeStore(): Promise<void> {
    const store = this.#store;
    this.#store = null;
    await store?.close();
  }
}
