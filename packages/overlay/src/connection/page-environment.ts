/** What the connection needs of the page it runs in; tests bring their own. */
import { pageStorages, type Storages } from '../state/memory.ts';

import { openPictures, type Pictures } from './pictures.ts';
import { type OpenWire, openWebSocket } from './wire.ts';

export interface Surroundings {
  readonly address: () => string;
  readonly openWire: OpenWire;
  readonly fetch: typeof fetch;
  readonly storages: Storages;
  readonly pictures: Pictures;
  readonly cookies: Cookies;
  /** Absent on pages that come over plain HTTP from another machine. */
  readonly locks: LockManager | null;
  /** Tells of `online`, `pagehide`, `pageshow` and `visibilitychange`. */
  readonly events: EventTarget;
  readonly visible: () => boolean;
}

export interface Cookies {
  readonly read: () => string;
  readonly write: (cookie: string) => void;
}

export function pageSurroundings(): Surroundings {
  return {
    address: () => location.href,
    openWire: openWebSocket,
    fetch: (input, init) => fetch(input, init),
    storages: pageStorages(),
    pictures: openPictures(),
    cookies: { read: () => document.cookie, write: (cookie) => (document.cookie = cookie) },
    locks: 'locks' in navigator ? navigator.locks : null,
    // `visibilitychange` bubbles from the document to the window.
    events: window,
    visible: () => document.visibilityState === 'visible',
  };
}
