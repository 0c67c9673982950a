/** Tells clients that a resource they follow has changed. */
import { isVisibleTo, placeOf, type Annotation, type Change, type FeedEvent } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

import { openStatuses } from './resources.ts';
import { allUri, openUri, pageUri } from './uris.ts';

export interface Audience {
  updated(uri: string): void;
  /** Pages came or went. */
  listChanged(): void;
  /** Which resources it follows, in our spelling; `null` when somebody after us filters. */
  follows: { has(uri: string): boolean } | null;
}

/** The first change of a burst is told at once, the rest together, at most once in so many milliseconds. */
const foldMs = 50;

/** Until closed, every change in the store is told to the audience. */
export async function announceChanges(
  store: Store,
  audience: Audience,
  onError: (error: unknown) => void,
): Promise<Subscription> {
  const folder = new Folder((what) =>
    what === listChange ? audience.listChanged() : audience.updated(what),
  );
  const tell = (uri: string) => {
    if (audience.follows?.has(uri) ?? true) folder.add(uri);
  };
  const from = await store.head();
  let places = new Set(await store.places());
  const refreshPlaces = async () => {
    const now = new Set(await store.places());
    const isSame = now.size === places.size && [...now].every((place) => places.has(place));
    places = now;
    if (!isSame) folder.add(listChange);
  };
  const subscription = store.subscribe(from, {
    event: async (event) => {
      if (event.type === 'changes') urisOf(event.changes).forEach(tell);
      if (!mayChangePlaces(event, places)) return;
      const before = places;
      await refreshPlaces();
      if (event.type === 'resync') everything([...before, ...places]).forEach(tell);
    },
    error: onError,
  });
  return {
    close: () => {
      subscription.close();
      folder.close();
    },
  };
}

/** Folded like the resources, and no address of one. */
const listChange = 'list changed';

/** After a gap anything may have changed. */
function everything(places: readonly string[]): Set<string> {
  return new Set([allUri, openUri, ...places.map(pageUri)]);
}

function urisOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.filter(isVisible).flatMap(urisOfChange));
}

function isVisible({ annotation }: Change): boolean {
  return isVisibleTo(annotation, null);
}

function urisOfChange(change: Change): string[] {
  const wasOpen = change.type === 'updated' && isOpen(change.previousStatus);
  const touchesOpen = wasOpen || isOpen(change.annotation.status);
  return [allUri, pageUri(placeOf(change.annotation)), ...(touchesOpen ? [openUri] : [])];
}

function isOpen(status: Annotation['status']): boolean {
  return openStatuses.some((open) => open === status);
}

function mayChangePlaces(event: FeedEvent, places: ReadonlySet<string>): boolean {
  if (event.type === 'resync') return true;
  return event.changes
    .filter(isVisible)
    .some(({ type, annotation }) => type === 'removed' || !places.has(placeOf(annotation)));
}

/** Sends the first of a kind at once and holds back the same for a moment. */
class Folder {
  readonly #send: (uri: string) => void;
  readonly #resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(send: (uri: string) => void) {
    this.#send = send;
  }

  add(uri: string): void {
    const resting = this.#resting.get(uri);
    if (resting !== undefined) {
      resting.again = true;
      return;
    }
    this.#send(uri);
    this.#rest(uri);
  }

  close(): void {
    for (const { timer } of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
  }

  #rest(uri: string): void {
    const timer = setTimeout(() => {
      const again = this.#resting.get(uri)?.again === true;
      this.#resting.delete(uri);
      if (again) this.add(uri);
    }, foldMs);
    this.#resting.set(uri, { timer, again: false });
  }
}
