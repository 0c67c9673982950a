/** Creates hub, MCP and bridge on one port with one store. */
import type { Socket } from 'node:net';
import { basename } from 'node:path';

import { extensionId } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';
import {
  createRouter,
  type GuardOptions,
  isLoopback,
  listen,
  type Listener,
  type Route,
  type RouterOptions,
  userOfPeer,
} from '@annotate-mcp/http';
import {
  appIdOf,
  Attachments,
  createHub,
  type Hub,
  pictureTypes,
  projectIdOf,
  workStarterOf,
} from '@annotate-mcp/hub';
import {
  Bridge,
  type BrowserDeps,
  type ConnectedExtension,
  ConnectCode,
  createBridgeRoutes,
  createBrowserToolset,
  createScriptFetcher,
} from '@annotate-mcp/mcp-server/browser';
import { createMcpRoutes, type McpRoutes } from '@annotate-mcp/mcp-server/http';
import type { Store } from '@annotate-mcp/store';

import { bundledFolder } from '../bundled-files.ts';
import { programCommand } from '../this-program.ts';

import type { Key } from './key-file.ts';

export interface ServerOptions {
  /** Opened and closed by the caller. */
  readonly store: Store;
  readonly root: string;
  readonly version: string;
  readonly key: Key;
  readonly port: number;
  readonly network: boolean;
  /** Beside our own. */
  readonly extensionIds: readonly string[];
  readonly allowPrivateScripts: boolean;
  readonly toolsets?: readonly string[] | undefined;
  readonly events: ServerEvents;
}

interface ServerEvents {
  readonly browser: (connected: ConnectedExtension | null) => void;
  readonly newCode: (code: string) => void;
  readonly keyReplaced: () => void;
  readonly debug?: ((line: string) => void) | undefined;
  readonly error: (error: unknown) => void;
}

export interface RunningServer {
  /** As this machine reaches it. */
  readonly url: string;
  readonly port: number;
  readonly code: string;
  /** Resolves when the port is free. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, root, version, key, port, events } = options;
  const guard = guardOf(options);
  const bridge = createBridge(options);
  const mcp = await createMcp(options, partsOf(bridge, options));
  const hub = await createHub({
    store,
    projectRoot: root,
    guard,
    startWork: workStarterOf(programCommand(), root, store.url),
    onError: events.error,
    // Read when the first page asks for the overlay, because most servers never need it.
    get overlayFolder() {
      return bundledFolder('page');
    },
  });
  const code = new ConnectCode(events.newCode);
  const routes = [
    ...hub.router.options.routes,
    ...mcp.routes,
    ...createBridgeRoutes({
      bridge,
      version,
      code,
      connection: () => ({ url: localUrl(listener), key: key.current() }),
      sessions: () => mcp.sessions,
    }),
  ];
  const router = createRouter(guarded(routes, guard, events.error));
  const listener = await listen(router, { port }).catch(async (error: unknown) => {
    await closeAll(hub, mcp, bridge);
    throw error;
  });
  const sendVisitorsAway = visitorsOf(listener);
  const unwatch = key.watch(() => {
    bridge.disconnect('key-replaced');
    sendVisitorsAway();
    events.keyReplaced();
  });
  return {
    url: localUrl(listener),
    port: listener.port,
    get code() {
      return code.current;
    },
    close: async () => {
      unwatch();
      await closeAll(hub, mcp, bridge);
      await listener.close();
    },
  };
}

/** By number: on `localhost` another program may listen at `::1`. */
function localUrl({ port }: Listener): string {
  return `http://127.0.0.1:${port}`;
}

function guardOf({ network, extensionIds, key }: ServerOptions): GuardOptions {
  const ids = [extensionId, ...extensionIds];
  return {
    network,
    extensionIds: ids,
    // The extension's worker speaks to the hub for the pages that it annotates.
    allowedOrigins: ids.map((id) => `chrome-extension://${id}`),
    get token() {
      return key.current();
    },
  };
}

function createBridge({ root, version, events }: ServerOptions): Bridge {
  const appId = appIdOf(root, root);
  return new Bridge({
    version,
    annotate: {
      hubPath: '/__annotate',
      appId,
      projectId: projectIdOf(root, appId),
      projectName: basename(root),
    },
    onChange: events.browser,
    ...(events.debug !== undefined && { debug: events.debug }),
  });
}

function partsOf(browser: Bridge, { root, allowPrivateScripts }: ServerOptions): BrowserDeps {
  const attachments = new Attachments(root);
  return {
    browser,
    fetchScript: createScriptFetcher({ allowPrivate: allowPrivateScripts }),
    keepPicture: async (bytes, mimeType) => {
      const type = pictureTypes.find(({ mime }) => mime === mimeType);
      if (type?.matches(bytes) === true) return attachments.save(bytes, type);
      throw new AnnotateError('browser/bad-answer', 'The browser did not send an image.', {
        hint: 'Ask the person to update the extension.',
      });
    },
  };
}

async function createMcp(options: ServerOptions, browser: BrowserDeps): Promise<McpRoutes> {
  const { store, root, version, toolsets, events } = options;
  return createMcpRoutes({
    store,
    root,
    version,
    browser: createBrowserToolset(browser),
    viewFolder: bundledFolder('view'),
    ...(toolsets !== undefined && { toolsets }),
    ...(events.debug !== undefined && { debug: events.debug }),
  });
}

/** The token is read for each request, because the key may be replaced. */
function guarded(routes: Route[], guard: GuardOptions, onError: RouterOptions['onError']): RouterOptions {
  const { network, extensionIds, allowedOrigins } = guard;
  return {
    routes,
    onError,
    network,
    extensionIds,
    allowedOrigins,
    get token() {
      return guard.token;
    },
  };
}

/** Closes all connections of other machines and of other users, which were accepted with the old key. */
function visitorsOf({ server }: Listener): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) void endVisit(socket);
  };
}

async function endVisit(socket: Socket): Promise<void> {
  const isHere = isLoopback(socket.remoteAddress ?? '') && (await userOfPeer(socket)) !== 'other';
  if (!isHere) socket.destroy();
}

async function closeAll(hub: Hub, mcp: McpRoutes, bridge: Bridge): Promise<void> {
  bridge.close();
  await Promise.all([mcp.close(), hub.close()]);
}
