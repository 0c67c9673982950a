import {
  type AttachableServer,
  type Middleware,
  refuse,
  type Refusal,
  refuseOnSocket,
  type Router,
} from '@annotate-mcp/http';

import { scriptPath } from '../hub-paths.ts';
import type { Hub } from '../hub.ts';
import { Servers } from '../servers.ts';

import { type Edge, guardRouter } from './edge.ts';
import { createPathRouter, type HubPlace } from './path-router.ts';
import { type ServedFolders, withStoreFolderBlocked } from './store-folder.ts';

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
  /** Closes the hub, even while it is being opened. One that is not open stays so. */
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

interface AwaitedHub {
  /** Opens the hub; `null` when that has failed. */
  readonly router: () => Promise<Router | null>;
  readonly isClosed: () => boolean;
}

/**
 * Takes the requests for a hub that may not be open yet, and gives them to its router, whose guard decides about them.
 * Without a hub pages get an empty script.
 */
function createWaitingRouter(place: HubPlace, hub: AwaitedHub): Router {
  const findIn = (router: Router | null, kind: 'handle' | 'upgrade', targets: readonly string[]) =>
    router?.find(kind, targets) ?? null;
  return createPathRouter(place, {
    isClosed: hub.isClosed,
    async handle(request, response, targets) {
      const router = await hub.router();
      const found = findIn(router, 'handle', targets);
      if (router !== null && found !== null) await router.handle(found, request, response);
      else if (pathEndsWithScript(targets)) response.writeHead(200, scriptHeaders).end(emptyScript);
      else refuse(request, response, offRefusal);
    },
    async upgrade(request, socket, head, targets) {
      const router = await hub.router();
      const found = findIn(router, 'upgrade', targets);
      if (router !== null && found !== null) await router.upgrade(found, request, socket, head);
      else refuseOnSocket(socket, offRefusal);
    },
  });
}

function pathEndsWithScript(targets: readonly string[]): boolean {
  return targets.some((target) => /^[^?#]*/.exec(target)?.[0].endsWith(scriptPath) === true);
}

const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' };
const emptyScript = '// annotate is off. The output of the dev server says why.\nexport {};\n';

const offRefusal: Refusal = {
  status: 503,
  code: 'hub/off',
  message: 'annotate is off on this dev server.',
  hint: 'The output of the dev server says why. Correct it, then start the dev server again.',
};
