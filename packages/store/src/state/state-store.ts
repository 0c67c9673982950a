/** A store whose whole content fits in memory: the json and memory drivers differ only in where they keep it. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Annotation } from '@annotate-mcp/core';

import { checked } from '../checked.ts';
import { closedStoreError } from '../closed-store-error.ts';
import type { Settings } from '../driver.ts';
import { Feed } from '../feed/feed.ts';
import type { WatchedFolder } from '../files/file-watch.ts';
import type { Live } from '../live/live.ts';
import type { UpdateAnnotation, UnreadableRecord, Store, Updated } from '../store.ts';
import { withoutOrigin } from '../trust/provenance.ts';

import { matches, pageOf, placesOf } from './select.ts';
import { type Content, StateLog } from './state-log.ts';
import { type Records, shownFrom, type StoredRecord } from './stored-record.ts';

export interface Backing {
  url: string;
  /** Everything, as it is now. The same map as long as nothing has changed. */
  read(): Records;
  /** What of it could not be read. */
  listUnreadable(): UnreadableRecord[];
  /** Stores the change. `work` gets a copy that it may alter; what it throws is thrown and nothing is kept. */
  write<T>(work: (records: Map<string, StoredRecord>) => T): Promise<T>;
  /** The person trusts the whole repository that the store is in. Cheap. */
  isTrusted(): boolean;
  wakeFiles: readonly string[];
  wakeFolders?: readonly WatchedFolder[];
  close(): void | Promise<void>;
}

/** Searched in some 10 ms. */
const searchedAtOnce = 500;

export function createStateStore(backing: Backing, live: Live, settings: Settings): Store {
  let isOpen = true;
  const ifOpen = <T>(work: () => T): T => {
    if (isOpen) return work();
    throw closedStoreError(backing.url);
  };
  const content = createContent(backing);
  const read = () => ifOpen(content);
  const log = new StateLog(createEpoch(), settings.keepChanges, read());
  let looked: Content | null = null;
  const look = () => {
    looked = read();
    log.absorb(looked);
  };
  const { wakeFolders = [] } = backing;
  const feed = new Feed({
    changesSince: (cursor) => {
      look();
      return log.since(cursor);
    },
    mayHaveChanged: () => read() !== looked,
    wakeFiles: backing.wakeFiles,
    wakeFolders,
    safetyCheckMs: backing.wakeFiles.length + wakeFolders.length === 0 ? null : settings.safetyCheckMs,
  });
  const write = async <T>(work: (draft: Draft) => T): Promise<T> => {
    const result = await ifOpen(() =>
      backing.write((records) => work(new Draft(records, backing.isTrusted()))),
    );
    feed.wake();
    return result;
  };
  return {
    url: backing.url,
    feed: 'state',
    add: (annotation) => write((draft) => draft.get(annotation.id) ?? draft.add(annotation)),
    get: async (id) => read().get(id) ?? null,
    list: async (query = {}, paging = {}) => pageOf(read(), query, paging),
    count: async (query = {}) =>
      [...read().values()].filter((annotation) => matches(annotation, query)).length,
    idsContaining: async (searched) => {
      const found: string[] = [];
      for (const [index, annotation] of [...read().values()].entries()) {
        if (index % searchedAtOnce === searchedAtOnce - 1) await nextTurn();
        if (JSON.stringify(annotation).includes(searched)) found.push(annotation.id);
      }
      return found;
    },
    places: async (query = {}) => placesOf(read(), query),
    update: (id, move) => write((draft) => draft.apply(id, move)),
    updateAll: (query, move) =>
      write((draft) =>
        draft
          .all()
          .filter((annotation) => matches(annotation, query))
          .flatMap(({ id }) => draft.apply(id, move) ?? []),
      ),
    adopt: (ids) => write((draft) => ids.flatMap((id) => draft.adopt(id) ?? [])),
    remove: (id) => write((draft) => draft.records.delete(id)),
    isTrusted: () => backing.isTrusted(),
    listUnreadable: async () => ifOpen(() => backing.listUnreadable()),
    head: async () => {
      look();
      return log.head;
    },
    changesSince: async (cursor) => {
      look();
      return log.since(cursor);
    },
    subscribe: (from, listener) => feed.subscribe(from, listener),
    ...live,
    close: async () => {
      isOpen = false;
      feed.close();
      await live.close();
      await backing.close();
    },
  };
}

/** Returns a function that returns what readers get: the same map as long as nothing has changed. */
function createContent(backing: Backing): () => Content {
  let last: { records: Records; isTrusted: boolean; content: Content } | null = null;
  return () => {
    const [records, isTrusted] = [backing.read(), backing.isTrusted()];
    if (last?.records === records && last.isTrusted === isTrusted) return last.content;
    const content = new Map([...records].map(([id, record]) => [id, shownFrom(record, isTrusted)]));
    last = { records, isTrusted, content };
    return content;
  };
}

/** The records inside one write. A write keeps where a record comes from; only `adopt` changes it. */
class Draft {
  readonly records: Map<string, StoredRecord>;
  readonly #isTrusted: boolean;

  constructor(records: Map<string, StoredRecord>, isTrusted: boolean) {
    this.records = records;
    this.#isTrusted = isTrusted;
  }

  get(id: string): Annotation | null {
    const record = this.records.get(id);
    return record === undefined ? null : shownFrom(record, this.#isTrusted);
  }

  all(): Annotation[] {
    return [...this.records.values()].map((record) => shownFrom(record, this.#isTrusted));
  }

  add(annotation: Annotation): Annotation {
    return this.#set(annotation, annotation.origin !== 'repository');
  }

  /** `null` when there is none. */
  apply(id: string, move: UpdateAnnotation): Updated | null {
    const record = this.records.get(id);
    if (record === undefined) return null;
    const before = shownFrom(record, this.#isTrusted);
    const after = move(before);
    if (after === before) return { before, after };
    if (after !== null) return { before, after: this.#set(after, record.isSealed) };
    this.records.delete(id);
    return { before, after };
  }

  /** `null` when there is none, or it is the user's own. */
  adopt(id: string): Annotation | null {
    const record = this.records.get(id);
    return record === undefined || record.isSealed ? null : this.#set(record.annotation, true);
  }

  #set(annotation: Annotation, isSealed: boolean): Annotation {
    const record = { annotation: withoutOrigin(checked(annotation)), isSealed };
    this.records.set(annotation.id, record);
    return shownFrom(record, this.#isTrusted);
  }
}

/** Tells the cursors of this log from those of others. It is not a secret, and loading `node:crypto` would slow the start. */
function createEpoch(): string {
  return `${Date.now().toString(16)}${Math.random().toString(16).slice(2)}`;
}
