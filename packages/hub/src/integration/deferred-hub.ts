import type { AttachableServer, Middleware } from '@annotate-mcp/http';

import type { Hub } from '../hub.ts';
import { Servers } from '../servers.ts';

import { type Edge, guardRouter } from './edge.ts';
import type { HubPlace } from './path-router.ts';
import { type ServedFolders, withStoreFolderBlocked } from './store-folder.ts';
import { createWaitingRouter } from './waiting-router.ts';

/**
 * A hub that opens with the first request for it, or some time after its dev server has started. Loading its code takes
 * longer than many dev servers take to start, and the first page does not need it.
 */
export interface DeferredHub {
  /** As those of `Hub`. Requests wait until the hub is open. */
  readonly attach: (server: AttachableServer) => () => void;
  readonly middleware: Middleware;
  readonly manifestChanged: () => void;
  /** Opens the hub when the dev server has had the time to answer with its first page. */
  readonly openSoon: () => void;
  /** Whether opening has failed. */
  readonly isOff: () => boolean;
  /** Closes the hub, also while it is being opened. One that is not open stays so. */
  readonly close: () => Promise<void>;
}

export interface DeferredHubOptions extends HubPlace {
  readonly open: () => Promise<Hub>;
  /** Told when opening fails, and when a request for the hub does. */
  readonly edge: Pick<Edge, 'off' | 'guard'>;
  /** What the server gives to any client, where nothing else keeps `.annotate` out of it. */
  readonly served?: readonly ServedFolders[] | undefined;
}

const openDelayMs = 1_000;

export function deferHub({ open, edge, served, ...place }: DeferredHubOptions): DeferredHub {
  let hub: Hub | null = null;
  let isOff = false;
  let opening: Promise<Hub | null> | undefined;
  let closing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const openHub = async (): Promise<Hub | null> => {
    try {
      clearTimeout(timer);
      return closing === undefined ? (hub = await open()) : null;
    } catch (error) {
      isOff = true;
      edge.off('all', error);
      return null;
    }
  };
  const openOnce = () => (opening ??= openHub());
  // Node ends the process when a timer throws.
  const openLater = edge.guard(
    'all',
    () => void openOnce(),
    () => undefined,
  );
  const router = createWaitingRouter(place, {
    router: async () => (await openOnce())?.router ?? null,
    isClosed: () => closing !== undefined || hub?.isClosed() === true,
  });
  const blocked = served === undefined ? router : withStoreFolderBlocked(router, served);
  const servers = new Servers(guardRouter(blocked, edge));
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    servers.detach();
    const opened = await opening;
    await opened?.close();
  };
  return {
    attach: servers.attach,
    middleware: servers.middleware,
    manifestChanged: () => hub?.manifestChanged(),
    openSoon() {
      if (opening === undefined) timer ??= setTimeout(openLater, openDelayMs).unref();
    },
    isOff: () => isOff,
    close: () => (closing ??= close()),
  };
}
