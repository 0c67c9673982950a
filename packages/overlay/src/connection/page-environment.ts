/** What the connection needs of the page; the extension and tests replace it. */
import { pageStorages, type Storages } from '../state/memory.ts';

import { openPictures, type Pictures } from './pictures.ts';

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

/** Fetches a picture of the hub by its address. */
export type FetchPicture = (address: string) => Promise<Blob>;

/** The part of a WebSocket that the overlay uses. */
export interface TextSocket {
  readonly send: (text: string) => void;
  /** Fires no events afterwards, not even `onClose`. */
  readonly close: () => void;
}

export interface TextSocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** `code` is that of the WebSocket, where it is known. */
  readonly onClose: (code?: number) => void;
}

export type OpenTextSocket = (url: string, events: TextSocketEvents) => TextSocket;

const openWebSocket: OpenTextSocket = (url, events) => {
  const socket = new WebSocket(url);
  socket.onopen = events.onOpen;
  socket.onmessage = ({ data }) => events.onText(String(data));
  socket.onclose = ({ code }) => events.onClose(code);
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onmessage = socket.onclose = null;
      // Browsers log an error into the app's console for one that is closed while it connects, which is state 0.
      socket.onopen = () => socket.close();
      if (socket.readyState > 0) socket.close();
    },
  };
};
