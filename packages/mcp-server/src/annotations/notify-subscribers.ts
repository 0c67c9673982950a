/** Notifies MCP clients that a resource they subscribed to has changed. */
import { type Change, type FeedEvent, isOpen, isOpenStatus, placeKeyOf } from '@annotate-mcp/core';
import { type Store, type Subscription, unlessAway } from '@annotate-mcp/store';

import { agentStoreOf } from '../agent-store.ts';

import { type DocumentVerdicts, noVerdicts } from './document-verdicts.ts';
import { allUri, openUri, pageUri } from './uris.ts';
import { fitting } from './view.ts';

export interface ResourceSubscriber {
  resourceUpdated(uri: string): void;
  /** Pages were added to the list of resources or removed from it. */
  resourceListChanged(): void;
  /** Canonical URIs of its subscriptions; `null` when the receiver of the notifications filters them itself. */
  subscriptions: { has(uri: string): boolean } | null;
}

/** The first change of a resource is sent at once; further changes within so many milliseconds are sent as one. */
const throttleMs = 50;

/** Notifies the subscriber of every change in the store and of every verdict, until closed. */
export async function notifySubscriber(
  wholeStore: Store,
  subscriber: ResourceSubscriber,
  onError: (error: unknown) => void,
  verdicts: DocumentVerdicts = noVerdicts,
): Promise<Subscription> {
  const throttle = new Throttle((key) =>
    key === listChange ? subscriber.resourceListChanged() : subscriber.resourceUpdated(key),
  );
  const notify = (uri: string) => {
    if (subscriber.subscriptions?.has(uri) ?? true) throttle.add(uri);
  };
  const store = agentStoreOf(wholeStore);
  const listed = new ListedContent();
  const from = await store.head();
  let places = new Set(await unlessAway(store.places(), []));
  const refreshPlaces = async () => {
    const now = new Set(await store.places());
    const isSame = now.size === places.size && [...now].every((place) => places.has(place));
    places = now;
    if (!isSame) throttle.add(listChange);
  };
  const subscription = store.subscribe(from, {
    event: async (event) => {
      if (event.type === 'resync') listed.forget();
      else urisOf(event.changes.filter((change) => listed.hasChanged(change))).forEach(notify);
      if (!mayChangePlaces(event, places)) return;
      const before = places;
      await refreshPlaces();
      if (event.type === 'resync') allUris([...before, ...places]).forEach(notify);
    },
    error: onError,
  });
  const decisions = verdicts.subscribe((path) => allUris([path]).forEach(notify));
  return {
    close: () => {
      decisions.close();
      subscription.close();
      throttle.close();
    },
  };
}

/** Key of the list of resources in the throttle; it is not a URI. */
const listChange = 'list changed';

const mostRemembered = 200;

/**
 * What lists say of the annotations that changed last. Not everything that is stored is in a list: the page's picture from
 * before a change, which follows most comments, is no reason to wake an agent.
 */
export class ListedContent {
  readonly #texts = new Map<string, string>();

  /** Whether a list shows the annotation in another way than after its last change. */
  hasChanged({ type, annotation }: Change): boolean {
    const { id } = annotation;
    const before = this.#texts.get(id);
    this.#texts.delete(id);
    if (type === 'removed') return true;
    const text = JSON.stringify(fitting([annotation]));
    this.#texts.set(id, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > mostRemembered && oldest !== undefined) this.#texts.delete(oldest);
    return text !== before;
  }

  /** To be called when changes were missed. */
  forget(): void {
    this.#texts.clear();
  }
}

/** All lists and those of these places: after a gap anything may have changed. */
function allUris(places: readonly string[]): Set<string> {
  return new Set([allUri, openUri, ...places.map(pageUri)]);
}

function urisOf(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(urisOfChange));
}

function urisOfChange(change: Change): string[] {
  const wasOpen =
    change.type === 'updated' && (change.previousStatus === null || isOpenStatus(change.previousStatus));
  const touchesOpen = wasOpen || isOpen(change.annotation);
  return [allUri, ...placesOfChange(change).map(pageUri), ...(touchesOpen ? [openUri] : [])];
}

/** Both pages of an annotation that was moved from one to another. */
function placesOfChange(change: Change): string[] {
  const left = leftPlace(change);
  return [placeKeyOf(change.annotation), ...(left === undefined ? [] : [left])];
}

function leftPlace(change: Change): string | undefined {
  return change.type === 'updated' ? change.previousPlace : undefined;
}

function mayChangePlaces(event: FeedEvent, places: ReadonlySet<string>): boolean {
  if (event.type === 'resync') return true;
  return event.changes.some(
    (change) =>
      change.type === 'removed' ||
      leftPlace(change) !== undefined ||
      !places.has(placeKeyOf(change.annotation)),
  );
}

/** Sends a key at once, and the same key at most once per `throttleMs` after that. */
class Throttle {
  readonly #send: (key: string) => void;
  readonly #recent = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(send: (key: string) => void) {
    this.#send = send;
  }

  add(key: string): void {
    const recent = this.#recent.get(key);
    if (recent !== undefined) {
      recent.again = true;
      return;
    }
    this.#send(key);
    this.#holdBack(key);
  }

  close(): void {
    for (const { timer } of this.#recent.values()) clearTimeout(timer);
    this.#recent.clear();
  }

  #holdBack(key: string): void {
    const timer = setTimeout(() => {
      const again = this.#recent.get(key)?.again === true;
      this.#recent.delete(key);
      if (again) this.add(key);
    }, throttleMs);
    this.#recent.set(key, { timer, again: false });
  }
}
