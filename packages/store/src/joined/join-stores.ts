/** Two stores as one, for readers that are to see what is in both. */
import type { Store } from '../store.ts';

import { joinCursors, joinedChanges, subscribeToBoth } from './joined-feed.ts';
import { listBoth } from './list-both.ts';

/**
 * New annotations, attachments, sessions, agents and the other lists of live records are those of the first store. A change of several
 * annotations is one transaction in each store. Closing it closes both.
 */
export function joinStores(first: Store, second: Store): Store {
  const both = [first, second] as const;
  const { attachments, sessions, agents, works, questions, lookRequests, lookAnswers } = first;
  const joined: Store = {
    url: first.url,
    feed: first.feed === 'log' && second.feed === 'log' ? 'log' : 'state',
    add: async (annotation) => (await second.get(annotation.id)) ?? first.add(annotation),
    get: async (id) => (await first.get(id)) ?? second.get(id),
    list: (query = {}, paging = {}) => listBoth(both, query, paging),
    count: async (query = {}) => (await first.count(query)) + (await second.count(query)),
    idsContaining: async (text) => [
      ...(await first.idsContaining(text)),
      ...(await second.idsContaining(text)),
    ],
    places: async (query = {}) => [
      ...new Set([...(await first.places(query)), ...(await second.places(query))].sort()),
    ],
    update: async (id, move) => (await first.update(id, move)) ?? second.update(id, move),
    updateAll: async (query, move) => [
      ...(await first.updateAll(query, move)),
      ...(await second.updateAll(query, move)),
    ],
    adopt: async (ids) => [...(await first.adopt(ids)), ...(await second.adopt(ids))],
    remove: async (id) => (await first.remove(id)) || second.remove(id),
    isTrusted: () => first.isTrusted(),
    listUnreadable: async () => [...(await first.listUnreadable()), ...(await second.listUnreadable())],
    head: async () => joinCursors([await first.head(), await second.head()]),
    changesSince: (cursor) => joinedChanges(both, cursor),
    subscribe: (from, listener) => subscribeToBoth(both, from, listener),
    ...(attachments !== undefined && { attachments }),
    sessions,
    agents,
    works,
    questions,
    lookRequests,
    lookAnswers,
    close: async () => {
      await second.close();
      await first.close();
    },
  };
  parts.set(joined, both);
  return joined;
}

/** The stores that a store was joined from, for a reader that keeps something of each; else the store itself. */
export function partsOf(store: Store): readonly Store[] {
  return parts.get(store) ?? [store];
}

const parts = new WeakMap<Store, readonly Store[]>();
