import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { checked } from '../../checked.ts';
import type { Driver, Settings } from '../../driver.ts';
import { Feed } from '../../feed/feed.ts';
import { touch } from '../../feed/touch.ts';
import {
  canonicalFile,
  type Companions,
  companionsOf,
  createAnnotateFolder,
} from '../../files/annotate-folder.ts';
import { toStoreError } from '../../files/failures.ts';
import { sharedFileSystem } from '../../files/file-system.ts';
import { openLive } from '../../live/live.ts';
import type { Store } from '../../store.ts';

import {
  applyMove,
  changesSince,
  count,
  findById,
  head,
  insert,
  places,
  prune,
  selectAll,
  selectPage,
} from './annotations.ts';
import { Connection } from './connection.ts';
import { migrations, type Migration } from './schema.ts';
import type { OpenFile } from './store-file.ts';

/** The default: one file, a write-ahead log, and every change in one transaction with its row in the feed. */
export const sqlite: Driver = {
  scheme: 'sqlite',
  open: (location, settings) =>
    openSqlite(resolve(settings.root, location === '' ? defaultFile : location), settings),
};

const defaultFile = '.annotate/store.db';
/** How often a shared file system, which reports no events, is checked for changes. */
const pollMs = 500;

/** `steps` are ours unless a test brings a later release. */
export async function openSqlite(
  path: string,
  settings: Settings,
  {
    steps = migrations,
    shared = sharedFileSystem,
  }: { steps?: readonly Migration[]; shared?: typeof sharedFileSystem } = {},
): Promise<Store> {
  const { file, companions } = placesFor(path, settings.root);
  const isShared = shared(dirname(file)) !== null;
  const connection = new Connection(file, {
    migrations: steps,
    // A write-ahead log needs memory shared between all processes that have the file open.
    journal: isShared ? 'delete' : 'wal',
    lockFile: companions.lockFile,
    busyMs: settings.busyMs,
  });
  const { journal } = await connection.read((open) => open);
  // Events of files do not cross a shared file system either.
  const safetyCheckMs = journal === 'delete' ? pollMs : settings.safetyCheckMs;
  return assemble(file, connection, companions, { ...settings, safetyCheckMs }, journal);
}

function placesFor(path: string, root: string): { file: string; companions: Companions } {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = canonicalFile(path);
    const companions = companionsOf(file, root);
    createAnnotateFolder(companions.folder);
    return { file, companions };
  } catch (error) {
    throw toStoreError(error, path);
  }
}

function assemble(
  file: string,
  connection: Connection,
  companions: Companions,
  settings: Settings,
  journal: 'wal' | 'delete',
): Store {
  const { wakeFile } = companions;
  const live = openLive(companions, settings, journal);
  const feed = new Feed({
    changesSince: (cursor) => connection.readNow((open) => changesSince(open, cursor)),
    mayHaveChanged: () => connection.mayHaveChanged(),
    wakeFiles: [wakeFile],
    safetyCheckMs: settings.safetyCheckMs,
  });
  const write = async <T>(work: (open: OpenFile) => T): Promise<T> => {
    const result = await connection.write((open) => {
      const done = work(open);
      prune(open.database, settings.keepChanges);
      return done;
    });
    touch(wakeFile);
    feed.wake();
    return result;
  };
  return {
    url: `sqlite:${file}`,
    feed: 'log',
    add: (annotation) =>
      write(({ database }) => {
        const stored = findById(database, annotation.id);
        if (stored !== null) return stored;
        insert(database, checked(annotation));
        return annotation;
      }),
    get: async (id) => connection.read(({ database }) => findById(database, id)),
    list: async (query = {}, paging = {}) =>
      connection.read(({ database }) => selectPage(database, query, paging)),
    count: async (query = {}) => connection.read(({ database }) => count(database, query)),
    places: async () => connection.read(({ database }) => places(database)),
    update: (id, move) =>
      write(({ database }) => {
        const before = findById(database, id);
        return before === null ? null : applyMove(database, before, move);
      }),
    updateAll: (query, move) =>
      write(({ database }) => selectAll(database, query).map((before) => applyMove(database, before, move))),
    remove: (id) =>
      write(({ database }) => {
        const before = findById(database, id);
        if (before !== null) applyMove(database, before, () => null);
        return before !== null;
      }),
    head: async () => connection.read(head),
    changesSince: async (cursor) => connection.read((open) => changesSince(open, cursor)),
    subscribe: (from, listener) => feed.subscribe(from, listener),
    sessions: live.sessions,
    agents: live.agents,
    close: async () => {
      feed.close();
      await live.close();
      connection.close();
    },
  };
}
