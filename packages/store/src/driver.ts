import type { Store } from './store.ts';

/** A kind of store, chosen by the part of the URL before the colon. */
export interface Driver {
  scheme: string;
  /** `location` is the rest of the URL; a relative one counts from `settings.root`. */
  open(location: string, settings: Settings): Promise<Store>;
  /** Which file that is, for a store that is one file. */
  fileOf?(location: string, root: string): string | null;
}

export interface Settings {
  /** The project's root: absolute, symbolic links resolved. */
  root: string;
  now: () => Date;
  /** How often a reader looks for a writer that died between its commit and its wake-up; `null` never. */
  safetyCheckMs: number | null;
  /** How many changes a reader may be behind before it must start from a full list. */
  keepChanges: number;
  /** How long a write waits for other writers before it gives up. */
  busyMs: number;
  /**
   * For a process that lives long: a server that is away when the store is opened is connected to when it is back. Until
   * then everything is refused with `store/away`, and readers get their changes later. Only PostgreSQL has a server.
   */
  opensLater?: boolean;
  /** Files that git is to merge by lines, beside the store's own: a path from the root, which may end in `*.json`. */
  mergedFiles?: string;
  /** Where the user's key and decisions about trust are; the user's config folder unless given. */
  configFolder?: string;
  /** Origins say who sealed a record also in a repository that the person trusts, for a caller that copies records. */
  ignoresTrust?: boolean;
}

export const defaultSettings: Omit<Settings, 'root'> = {
  now: () => new Date(),
  safetyCheckMs: 2_000,
  keepChanges: 10_000,
  busyMs: 30_000,
};
