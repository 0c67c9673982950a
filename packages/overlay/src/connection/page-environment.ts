/** What the connection needs of the page; the extension and tests replace it. */
import { pageStorages, type Storages } from '../state/memory.ts';

import { openPictures, type Pictures } from './pictures.ts';
import { type OpenTextSocket, openWebSocket } from './text-socket.ts';

export interface PageEnvironment {
  readonly address: () => string;
  readonly openSocket: OpenTextSocket;
  readonly fetch: typeof fetch;
  readonly storages: Storages;
  readonly pictures: Pictures;
  /** Absent on pages that come over plain HTTP from another machine. */
  readonly locks: LockManager | null;
  /** Fires `online`, `pagehide`, `pageshow` and `visibilitychange`. */
  readonly events: EventTarget;
  readonly isVisible: () => boolean;
}

export function pageEnvironment(): PageEnvironment {
  return {
    address: () => location.href,
    openSocket: openWebSocket,
    fetch: (input, init) => fetch(input, init),
    storages: pageStorages(),
    pictures: openPictures(),
    locks: 'locks' in navigator ? navigator.locks : null,
    // `visibilitychange` bubbles from the document to the window.
    events: window,
    isVisible: () => document.visibilityState === 'visible',
  };
}
