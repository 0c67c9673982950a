/** A store whose whole content fits in memory: the json and memory drivers differ only in where they keep it. */
import { randomBytes } from 'node:crypto';

import type { Annotation } from '@annotate-mcp/core';

import { checked } from '../checked.ts';
import { closed } from '../closed.ts';
import type { Settings } from '../driver.ts';
import { Feed } from '../feed/feed.ts';
import type { Live } from '../live/live.ts';
import type { Move, Store, Updated } from '../store.ts';

import { matches, pageOf, placesOf } from './select.ts';
import { type Content, StateLog } from './state-log.ts';

export interface Backing {
  url: string;
  /** Everything, as it is now. */
  read(): Content;
  /** Stores the change. `work` gets a copy that it may alter; what it throws is thrown and nothing is kept. */
  write<T>(work: (content: Map<string, Annotation>) => T): Promise<T>;
  /** Differs when `read` may return something new. Cheap. */
  stamp(): string;
  wakeFiles: readonly string[];
  close(): void;
}

export function createStateStore(backing: Backing, live: Live, settings: Settings): Store {
  let isOpen = true;
  const read = () => {
    if (isOpen) return backing.read();
    throw closed(backing.url);
  };
  const log = new StateLog(randomBytes(8).toString('hex'), settings.keepChanges, read());
  let looked = '';
  const look = () => {
    looked = backing.stamp();
    log.absorb(read());
  };
  const feed = new Feed({
    changesSince: (cursor) => {
      look();
      return log.since(cursor);
    },
    mayHaveChanged: () => backing.stamp() !== looked,
    wakeFiles: backing.wakeFiles,
    safetyCheckMs: backing.wakeFiles.length === 0 ? null : settings.safetyCheckMs,
  });
  const write = async <T>(work: (content: Map<string, Annotation>) => T): Promise<T> => {
    if (!isOpen) throw closed(backing.url);
    const result = await backing.write(work);
    feed.wake();
    return result;
  };
  return {
    url: backing.url,
    feed: 'state',
    add: (annotation) =>
      write((content) => {
        const stored = content.get(annotation.id);
        if (stored !== undefined) return stored;
        content.set(annotation.id, checked(annotation));
        return annotation;
      }),
    get: async (id) => read().get(id) ?? null,
    list: async (query = {}, paging = {}) => pageOf(read(), query, paging),
    count: async (query = {}) =>
      [...read().values()].filter((annotation) => matches(annotation, query)).length,
    places: async () => placesOf(read()),
    update: (id, move) =>
      write((content) => {
        const before = content.get(id);
        return before === undefined ? null : applyMove(content, before, move);
      }),
    updateAll: (query, move) =>
      write((content) =>
        [...content.values()]
          .filter((annotation) => matches(annotation, query))
          .map((before) => applyMove(content, before, move)),
      ),
    remove: (id) => write((content) => content.delete(id)),
    head: async () => {
      look();
      return log.head;
    },
    changesSince: async (cursor) => {
      look();
      return log.since(cursor);
    },
    subscribe: (from, listener) => feed.subscribe(from, listener),
    sessions: live.sessions,
    agents: live.agents,
    close: async () => {
      isOpen = false;
      feed.close();
      await live.close();
      backing.close();
    },
  };
}

function applyMove(content: Map<string, Annotation>, before: Annotation, move: Move): Updated {
  const after = move(before);
  if (after === null) content.delete(before.id);
  else if (after !== before) content.set(before.id, checked(after));
  return { before, after };
}
