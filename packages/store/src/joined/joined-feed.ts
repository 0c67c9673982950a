/** The change feeds of two stores as one. A cursor names the position in each. */
import { type Cursor, type FeedEvent, SerialQueue } from '@annotate-mcp/core';

import type { FeedListener, Store, Subscription } from '../store.ts';

type Pair<T> = readonly [T, T];

/** Cursors of the drivers do not have this character. */
const separator = '~';

export function joinCursors([first, second]: Pair<Cursor>): Cursor {
  return `${first}${separator}${second}`;
}

/** No driver hands this out. */
const unknown: Cursor = '';

/** `null` for a text that is not a cursor of a joined store. */
function splitCursor(cursor: Cursor): Pair<Cursor> | null {
  const [first, second] = cursor.split(separator);
  return first === undefined || second === undefined ? null : [first, second];
}

/** All changes of the first store, then all of the second: there is no order between them. */
export async function joinedChanges(stores: Pair<Store>, cursor: Cursor): Promise<FeedEvent> {
  const from = splitCursor(cursor) ?? [unknown, unknown];
  const first = await stores[0].changesSince(from[0]);
  const second = await stores[1].changesSince(from[1]);
  const joined = joinCursors([first.cursor, second.cursor]);
  if (first.type === 'resync' || second.type === 'resync') return { type: 'resync', cursor: joined };
  const changes = [
    ...first.changes.map((change) => ({ ...change, cursor: joinCursors([change.cursor, from[1]]) })),
    ...second.changes.map((change) => ({ ...change, cursor: joinCursors([first.cursor, change.cursor]) })),
  ];
  const isUpToDate = hasNoMore(first) && hasNoMore(second);
  return { type: 'changes', changes, cursor: joined, ...(isUpToDate && { isUpToDate }) };
}

function hasNoMore(event: FeedEvent & { type: 'changes' }): boolean {
  return event.changes.length === 0 || event.isUpToDate === true;
}

export function subscribeToBoth(stores: Pair<Store>, from: Cursor, listener: FeedListener): Subscription {
  const queue = new SerialQueue();
  const subscriptions: Subscription[] = [];
  let position: Pair<Cursor> = [unknown, unknown];
  let isOpen = true;
  const listen = (store: Store, cursor: Cursor, at: (cursor: Cursor) => Pair<Cursor>) =>
    store.subscribe(cursor, {
      event: (event) =>
        queue.run(async () => {
          const joined = withCursors(event, (each) => joinCursors(at(each)));
          position = at(event.cursor);
          if (isOpen) await listener.event(joined);
        }),
      error: (error) => listener.error(error),
    });
  const start = (begin: Pair<Cursor>) => {
    if (!isOpen) return;
    position = begin;
    subscriptions.push(
      listen(stores[0], begin[0], (cursor) => [cursor, position[1]]),
      listen(stores[1], begin[1], (cursor) => [position[0], cursor]),
    );
  };
  const known = splitCursor(from);
  if (known !== null) start(known);
  else void headOf(stores[1]).then((second) => start([unknown, second]));
  return {
    close: () => {
      isOpen = false;
      for (const subscription of subscriptions) subscription.close();
    },
  };
}

/** For a reader that knows nothing yet: the first store tells it to read everything, and once is enough. */
function headOf(store: Store): Promise<Cursor> {
  // Subscribing reports why the store cannot be read.
  return store.head().catch(() => unknown);
}

function withCursors(event: FeedEvent, join: (cursor: Cursor) => Cursor): FeedEvent {
  const cursor = join(event.cursor);
  if (event.type === 'resync') return { ...event, cursor };
  // Whether more has changed in the other store is not known.
  return {
    type: 'changes',
    cursor,
    changes: event.changes.map((change) => ({ ...change, cursor: join(change.cursor) })),
  };
}
