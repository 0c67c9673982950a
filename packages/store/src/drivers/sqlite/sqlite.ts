import { dirname, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { checked } from '../../checked.ts';
import type { Driver, Settings } from '../../driver.ts';
import { Feed } from '../../feed/feed.ts';
import { touch } from '../../feed/wake-file.ts';
import { type Companions, createAnnotateFolderIfAllowed, placeStore } from '../../files/annotate-folder.ts';
import { toStoreError } from '../../files/failures.ts';
import { sharedFileSystem } from '../../files/file-system.ts';
import { openLive } from '../../live/live.ts';
import type { AnnotationFacts, LeftOut, Store, UnreadableRecord } from '../../store.ts';
import { openProvenance, type Provenance } from '../../trust/provenance.ts';

import {
  adopt,
  applyMove,
  changesSince,
  count,
  findById,
  head,
  insert,
  places,
  prune,
  restore,
  searchRecords,
  selectAll,
  selectPortion,
  selectUnreadable,
} from './annotations.ts';
import { Connection } from './connection.ts';
import { checkRecords, forgetFacts, rememberFacts, selectFacts } from './facts.ts';
import { migrations, type Migration } from './schema.ts';
import { type Tables, tablesOf } from './tables.ts';

/** The default: one file, a write-ahead log, and every change in one transaction with its row in the feed. */
export const sqlite: Driver = {
  scheme: 'sqlite',
  open: (location, settings) => openSqlite(fileOf(location, settings.root), settings),
  fileOf,
};

function fileOf(location: string, root: string): string {
  return resolve(root, location === '' ? defaultFile : location);
}

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
  const { lockFile, wakeFile } = companions;
  const isShared = shared(dirname(file)) !== null;
  const provenance = openProvenance(file, settings);
  const connection = new Connection(file, {
    migrations: steps,
    // A write-ahead log needs memory shared between all processes that have the file open.
    journal: isShared ? 'delete' : 'wal',
    lockFile,
    busyMs: settings.busyMs,
    restore: (open, changes) => {
      open.database.transaction(() => restore(tablesOf(open, provenance), changes));
      touch(wakeFile);
    },
  });
  try {
    const { journal } = await connection.read((open) => open);
    // Events of files do not cross a shared file system either.
    const safetyCheckMs = journal === 'delete' ? pollMs : settings.safetyCheckMs;
    return assemble(file, connection, companions, { ...settings, safetyCheckMs }, provenance);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function placesFor(path: string, root: string): { file: string; companions: Companions } {
  try {
    const place = placeStore(path, root);
    createAnnotateFolderIfAllowed(place.companions.folder);
    return place;
  } catch (error) {
    throw toStoreError(error, path);
  }
}

function assemble(
  file: string,
  connection: Connection,
  companions: Companions,
  settings: Settings,
  provenance: Provenance,
): Store {
  const { wakeFile } = companions;
  const live = openLive(companions, settings, provenance);
  const read = async <T>(work: (tables: Tables) => T): Promise<T> =>
    connection.read((open) => work(tablesOf(open, provenance)));
  const trustChange = changeOf(() => provenance.isRepositoryTrusted());
  const feed = new Feed({
    changesSince: (cursor) => connection.readNow((open) => changesSince(tablesOf(open, provenance), cursor)),
    mayHaveChanged: () => [connection.mayHaveChanged(), trustChange()].includes(true),
    wakeFiles: [wakeFile],
    safetyCheckMs: settings.safetyCheckMs,
  });
  const write = async <T>(work: (tables: Tables) => T): Promise<T> => {
    const result = await connection.write((open) => {
      const tables = tablesOf(open, provenance);
      const done = work(tables);
      prune(tables, settings.keepChanges);
      return done;
    });
    touch(wakeFile);
    feed.wake();
    return result;
  };
  /** What could not be kept is found again by the next one who looks. Not a change: no reader is woken. */
  const noteFacts = (work: (tables: Tables) => void) =>
    connection.write((open) => work(tablesOf(open, provenance))).catch(() => undefined);
  return {
    url: `sqlite:${file}`,
    feed: 'log',
    add: (annotation) =>
      write((tables) => findById(tables, annotation.id)?.annotation ?? insert(tables, checked(annotation))),
    get: async (id) => read((tables) => findById(tables, id)?.annotation ?? null),
    list: async (query = {}, paging = {}) => {
      const { doubtful, ...listed } = await read((tables) => selectPortion(tables, query, paging));
      if (doubtful.length > 0) await noteFacts((tables) => forgetFacts(tables, doubtful));
      return listed;
    },
    count: async (query = {}) => read((tables) => count(tables, query)),
    idsContaining: async (searched) => {
      const found: string[] = [];
      const readFrom = (after: number | null) =>
        read((tables) => searchRecords(tables, searched, after ?? 0));
      for await (const { ids } of portions(readFrom)) found.push(...ids);
      return found;
    },
    places: async (query = {}) => read((tables) => places(tables, query)),
    update: (id, move) =>
      write((tables) => {
        const before = findById(tables, id);
        return before === null ? null : applyMove(tables, before, move);
      }),
    updateAll: (query, move) =>
      write((tables) => selectAll(tables, query).map((before) => applyMove(tables, before, move))),
    adopt: (ids) => write((tables) => adopt(tables, ids)),
    remove: (id) =>
      write((tables) => {
        const before = findById(tables, id);
        if (before !== null) applyMove(tables, before, () => null);
        return before !== null;
      }),
    isTrusted: () => provenance.isRepositoryTrusted(),
    listFacts: async (query, { order = 'oldest', limit = Infinity }) => {
      const found: AnnotationFacts[] = [];
      const readFrom = (after: number | null) =>
        read((tables) => selectFacts(tables, query, { after, order }));
      for await (const { facts } of portions(readFrom)) {
        found.push(...facts);
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
    listLeftOut: async () => {
      const found: LeftOut = { withheld: [], unreadable: [] };
      const readFrom = (after: number | null) => read((tables) => checkRecords(tables, after ?? 0));
      for await (const { withheld, unreadable, sealed } of portions(readFrom)) {
        found.withheld.push(...withheld);
        found.unreadable.push(...unreadable);
        if (sealed.length > 0) await noteFacts((tables) => rememberFacts(tables, sealed));
      }
      return found;
    },
    listUnreadable: async () => {
      const found: UnreadableRecord[] = [];
      const readFrom = (after: number | null) => read((tables) => selectUnreadable(tables, after ?? 0));
      for await (const { unreadable } of portions(readFrom)) found.push(...unreadable);
      return found;
    },
    head: async () => read(head),
    changesSince: async (cursor) => read((tables) => changesSince(tables, cursor)),
    subscribe: (from, listener) => feed.subscribe(from, listener),
    ...live,
    close: async () => {
      feed.close();
      await live.close();
      await connection.close();
    },
  };
}

/** All of them, with other work of the process between two. */
async function* portions<Part extends { next: number | null }>(
  readFrom: (after: number | null) => Promise<Part>,
): AsyncGenerator<Part> {
  let after: number | null = null;
  do {
    const part: Part = await readFrom(after);
    yield part;
    after = part.next;
    if (after !== null) await nextTurn();
  } while (after !== null);
}

/** Returns whether the answer to `ask` has changed since the last call. */
function changeOf(ask: () => boolean): () => boolean {
  let last = ask();
  return () => {
    const before = last;
    last = ask();
    return last !== before;
  };
}
