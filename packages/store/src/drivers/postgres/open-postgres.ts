import { setTimeout as delay } from 'node:timers/promises';

import type { AttachmentStore } from '../../attachments/attachment-store.ts';
import { isAway } from '../../away.ts';
import { closedStoreError } from '../../closed-store-error.ts';
import type { Settings } from '../../driver.ts';
import type { Live } from '../../live/live.ts';
import type { Store } from '../../store.ts';

import { AttachmentRows } from './attachment-rows.ts';
import { awaitStore } from './awaited-store.ts';
import { ChangeFeed } from './change-feed.ts';
import { toStoreError } from './failures.ts';
import { LiveContext } from './live/live-context.ts';
import { openLiveRows } from './live/open-live-rows.ts';
import { type Location, readLocation } from './location.ts';
import { addition, adoption, removal, update, updateAll } from './operations.ts';
import { openProject, type Project } from './project.ts';
import {
  changesSince,
  count,
  findById,
  head,
  places,
  searchRecords,
  selectPortion,
  selectUnreadable,
  type Tables,
} from './read.ts';
import { openServer, type Server } from './server.ts';
import { type Operation, Writer } from './writer.ts';

/** `location` is the URL without its scheme. */
export async function openPostgres(location: string, settings: Settings): Promise<Store> {
  const where = readLocation(location, settings.root);
  const open = () => openNow(where, settings);
  const first = open();
  if (settings.opensLater !== true || !(await isSlowOrAway(first))) return first;
  return awaitStore({ url: where.url, open, first });
}

/** How long the start of a process waits for a server that does not answer at all. */
const startMs = 2_000;

async function isSlowOrAway(opening: Promise<Store>): Promise<boolean> {
  const settled = new AbortController();
  try {
    const slow = delay(startMs, true, { signal: settled.signal });
    return await Promise.race([opening.then(() => false), slow]);
  } catch (error) {
    return isAway(error);
  } finally {
    settled.abort();
  }
}

async function openNow(where: Location, settings: Settings): Promise<Store> {
  let server: Server | null = null;
  try {
    server = await openServer(where);
    const project = await openProject(server, where);
    return assemble(where, server, project, settings, await openStorage(where));
  } catch (error) {
    await server?.release();
    throw toStoreError(error, where.url);
  }
}

/** `null` when attachments are kept in the database. */
async function openStorage({ attachments, project }: Location): Promise<AttachmentStore | null> {
  if (attachments === null) return null;
  const { S3Attachments } = await import('../../attachments/s3-attachments.ts');
  return new S3Attachments(attachments, project);
}

function assemble(
  { url }: Location,
  server: Server,
  project: Project,
  settings: Settings,
  storage: AttachmentStore | null,
): Store {
  const { schema, direct } = server;
  const { busyMs, keepChanges, safetyCheckMs, now } = settings;
  let isOpen = true;
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw closedStoreError(url);
    try {
      return await work();
    } catch (error) {
      throw toStoreError(error, url);
    }
  };
  const tables: Tables = { queryable: server.pool, schema, project };
  const read = <T>(work: (tables: Tables) => Promise<T>): Promise<T> =>
    guarded(() => server.reachability.whenReachable(busyMs, () => work(tables)));
  const feed = new ChangeFeed({
    project: project.id,
    direct,
    changesSince: (cursor) => changesSince(tables, cursor),
    safetyCheckMs,
    toError: (error) => toStoreError(error, url),
  });
  const writer = new Writer({ server, project, url, busyMs, keepChanges });
  const write = async <Rows, Result>(prepare: () => Operation<Rows, Result>): Promise<Result> => {
    const result = await guarded(async () => writer.write(prepare()));
    feed.wake();
    return result;
  };
  const query = (sql: string, values: unknown[]) =>
    read(async ({ queryable }) => (await queryable.query(sql, values)).rows);
  const live: Live = openLiveRows(new LiveContext(server, project, url, busyMs), now);
  return {
    url,
    feed: 'log',
    add: (annotation) => write(() => addition(tables, annotation)),
    get: (id) => read(async (from) => (await findById(from, id))?.annotation ?? null),
    list: (query = {}, paging = {}) => read((from) => selectPortion(from, query, paging)),
    count: (query = {}) => read((from) => count(from, query)),
    idsContaining: (searched) => read((from) => searchRecords(from, searched)),
    places: (query = {}) => read((from) => places(from, query)),
    update: (id, move) => write(() => update(tables, id, move)),
    updateAll: (query, move) => write(() => updateAll(tables, query, move)),
    adopt: (ids) => write(() => adoption(tables, ids)),
    remove: (id) => write(() => removal(tables, id)),
    // Who may read the project is decided before the store; there is no repository that brings comments along.
    isTrusted: () => false,
    listUnreadable: () => read(selectUnreadable),
    head: () => read(head),
    changesSince: (cursor) => read((from) => changesSince(from, cursor)),
    subscribe: (from, listener) => feed.subscribe(from, listener),
    attachments: storage ?? new AttachmentRows({ schema, project, query }),
    ...live,
    close: async () => {
      isOpen = false;
      feed.close();
      await live.close();
      await server.release();
    },
  };
}
