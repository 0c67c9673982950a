import type { StoreOptions } from '../open-store.ts';
import type { Store } from '../store.ts';

/** What a driver's author states about it; `storeContract` does the rest. */
export interface Subject {
  name: string;
  feed: Store['feed'];
  /** A file URL (`import.meta.url` of yours) of a module that exports `openStore`: worker processes import it too. */
  module: string;
  /** The URL of a store in this empty folder. Asked again for the same folder, the same store. */
  url(folder: string): string;
  /** `process` for a store that no other process can open. */
  reach: 'process' | 'machine';
  /** For drivers that keep everything in one file. */
  file?: {
    path(folder: string): string;
    /** Rewrites a closed store as one of a release that ours must not touch. */
    makeNewer(path: string): void | Promise<void>;
    /** Replaces a text in the JSON of every record of a closed store, which has no blanks between its tokens here. */
    tamper(path: string, from: string, to: string): void | Promise<void>;
    /** Whether the file of a closed store is undamaged by rules that reading its records does not check. */
    isSound?(path: string): boolean | Promise<boolean>;
  };
}

export interface OpenModule {
  openStore: (url?: string, options?: StoreOptions) => Promise<Store>;
}

export async function moduleOf({ module }: Pick<Subject, 'module'>): Promise<OpenModule> {
  return (await import(module)) as OpenModule;
}
