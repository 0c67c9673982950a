/** Locks the session of this tab and keeps a socket to the hub open for it while the page is shown. */
import type { PageMessage } from '@annotate-mcp/core';

import { type HubSocket, type HubSocketEvents, openHubSocket } from './hub-socket.ts';
import { lockSession, type LockedSession } from './identity.ts';
import type { PageEnvironment } from './page-environment.ts';

export interface TabSessionOptions extends HubSocketEvents {
  readonly projectId: string;
  /** `ws:` or `wss:` URL of the hub. */
  readonly socketUrl: string;
  readonly hello: (sessionId: string) => PageMessage;
  /** Called before the socket opens. */
  readonly onSessionLocked: (sessionId: string) => void;
  /** Called after the socket was told to open. */
  readonly onOpened: () => void;
  readonly onClosed: () => void;
}

export interface TabSession {
  /** `false` when there is no session to send it in. */
  readonly send: (message: PageMessage) => boolean;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

export function openTabSession(environment: PageEnvironment, options: TabSessionOptions): TabSession {
  const listening = new AbortController();
  let session: LockedSession | null = null;
  let socket: HubSocket | null = null;
  /** Counts opened and closed sessions, so that a session that was locked too late is released. */
  let sessionCount = 0;

  async function open(): Promise<void> {
    const thisSession = ++sessionCount;
    const locked = await lockSession(options.projectId, environment.storages, environment.locks);
    if (thisSession !== sessionCount) {
      locked.release();
      return;
    }
    session = locked;
    options.onSessionLocked(locked.id);
    const hello = () => options.hello(locked.id);
    socket = openHubSocket(options.socketUrl, environment.openSocket, hello, options);
    options.onOpened();
  }

  function leave(): void {
    sessionCount++;
    socket?.close();
    options.onClosed();
    session?.release();
    socket = session = null;
  }

  const on = (type: string, listener: () => void) =>
    environment.events.addEventListener(type, listener, { signal: listening.signal });
  on('online', () => socket?.checkNow());
  on('visibilitychange', () => environment.isVisible() && socket?.checkNow());
  // Open sockets and held locks keep a page out of the back/forward cache.
  on('pagehide', leave);
  on('pageshow', () => session === null && void open());
  void open();
  return {
    send: (message) => socket?.send(message) ?? false,
    isClosed: () => listening.signal.aborted,
    close() {
      listening.abort();
      leave();
    },
  };
}
