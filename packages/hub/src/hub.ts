/** The root: makes the parts, connects them, closes them. */
import {
  type AttachableServer,
  type Listener,
  type ListenOptions,
  type Middleware,
  type Router,
} from '@annotate-mcp/http';
import { keepClaims } from '@annotate-mcp/store';

import { appIdOf, type HubOptions, requireAbsolute, type Timing, usualTiming } from './options.ts';
import { Pages } from './pages.ts';
import { projectIdOf } from './project-id.ts';
import { createHubRouter, scriptPath } from './routes.ts';
import { Servers } from './servers.ts';
import { SessionKeeper } from './session-keeper.ts';
import { Tabs } from './tabs.ts';

/** The page's side of a store. */
export interface Hub {
  readonly router: Router;
  /** WebSocket and HTTP on somebody else's http, https or http2 server. Returns the way to detach. */
  readonly attach: (server: AttachableServer) => () => void;
  /** For Connect and Express. Finds the server behind the first request and takes its WebSockets there. */
  readonly middleware: Middleware;
  /** A server of its own. It ends with the hub. */
  readonly listen: (options: ListenOptions) => Promise<Listener>;
  /** Pages fetch the manifest again. */
  readonly manifestChanged: () => void;
  /** For the page's module script, below the server's base or the mount. */
  readonly scriptPath: string;
  /** Tells every page goodbye (1001 unless told) and ends. The store stays open; calling it again does nothing. */
  readonly close: (code?: number) => Promise<void>;
}

/** Rejects when the store cannot be read. */
export async function createHub(options: HubOptions, timing: Partial<Timing> = {}): Promise<Hub> {
  const { store, projectRoot, appRoot = projectRoot, sourceRoot = appRoot, onError } = options;
  requireAbsolute('projectRoot', projectRoot);
  requireAbsolute('appRoot', appRoot);
  requireAbsolute('sourceRoot', sourceRoot);
  const clock: Timing = { ...usualTiming, ...timing };
  const { now, saveMs } = clock;
  const appId = appIdOf(projectRoot, appRoot);
  const pages = await Pages.open(store, appId, onError);
  const claims = keepClaims(store, now, onError);
  const sessions = new SessionKeeper({ sessions: store.sessions, appId, now, saveMs, onError });
  const projectId = projectIdOf(projectRoot, appId);
  const tabs = new Tabs({ store, appId, projectId, pages, sessions, now, onError }, clock);
  const router = createHubRouter(options, { appId, now, upgrade: tabs.upgrade });
  const servers = new Servers(router);
  const close = async (code: number): Promise<void> => {
    servers.detach();
    await tabs.close(code);
    pages.close();
    claims.close();
    await sessions.settled();
    await servers.close();
  };
  let closed: Promise<void> | undefined;
  return {
    router,
    attach: servers.attach,
    middleware: servers.middleware,
    listen: servers.listen,
    manifestChanged: () => pages.tell({ type: 'manifest:update' }),
    scriptPath,
    close: (code = 1001) => (closed ??= close(code)),
  };
}
