/** Creates hub, MCP and bridge on one port with one store. */
import type { Socket } from 'node:net';
import { basename } from 'node:path';

import { extensionId } from '@annotate-mcp/browser-protocol';
import {
  createRouter,
  type GuardOptions,
  isLoopback,
  listen,
  type Listener,
  ListenError,
  type Route,
  type Router,
  type RouterOptions,
  userOfPeer,
} from '@annotate-mcp/http';
import { appIdOf, createStoreHub, type Hub, projectIdOf, workStarterOf } from '@annotate-mcp/hub';
import {
  AgentSockets,
  Bridge,
  type BrowserDeps,
  type ConnectedExtension,
  ConnectCode,
  createBridgeRoutes,
  createBrowserToolset,
} from '@annotate-mcp/mcp-server/browser';
import { createMcpRoutes, type McpRoutes } from '@annotate-mcp/mcp-server/http';
import type { Store } from '@annotate-mcp/store';

import { createBrowserDeps } from '../browser/browser-deps.ts';
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
  /** Ends when its last client has left. It listens on any free port when its own is taken. */
  readonly shared: boolean;
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
  /** An agent has connected to the bridge or left it. */
  readonly agents: () => void;
  /** Another bridge of this user takes the place of this one. */
  readonly makeWay: () => void;
  readonly debug?: ((line: string) => void) | undefined;
  readonly error: (error: unknown) => void;
}

export interface RunningServer {
  /** As this machine reaches it. */
  readonly url: string;
  readonly port: number;
  readonly code: string;
  /** Number of connected clients. */
  readonly clients: number;
  /** Number of commands to the browser that are under way. */
  readonly pending: number;
  readonly connected: ConnectedExtension | null;
  /** Resolves when the port is free. */
  readonly close: () => Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { store, root, version, key, events } = options;
  const guard = guardOf(options);
  const bridge = createBridge(options);
  const mcp = await createMcp(options, { browser: bridge, ...createBrowserDeps(options) });
  const clients = (): number => mcp.sessions + agents.size;
  const agents: AgentSockets = createAgentSockets(options, bridge, clients);
  const hub = await createStoreHub({
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
      agents,
      sessions: clients,
    }),
  ];
  const router = createRouter(guarded(routes, guard, events.error));
  const parts = { hub, mcp, bridge, agents };
  const listener = await listenOn(router, options).catch(async (error: unknown) => {
    await closeAll(parts);
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
    get clients() {
      return clients();
    },
    get pending() {
      return bridge.pending;
    },
    get connected() {
      return bridge.connected;
    },
    close: async () => {
      unwatch();
      await closeAll(parts);
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

function createAgentSockets(
  { version, shared, events }: ServerOptions,
  browser: Bridge,
  clients: () => number,
): AgentSockets {
  return new AgentSockets({
    browser,
    version,
    shared,
    clients,
    onChange: events.agents,
    onMakeWay: events.makeWay,
    ...(events.debug !== undefined && { debug: events.debug }),
  });
}

async function listenOn(router: Router, { port, shared }: ServerOptions): Promise<Listener> {
  try {
    return await listen(router, { port });
  } catch (error) {
    const isTaken = error instanceof ListenError && error.code === 'listen/port-taken';
    if (!shared || !isTaken) throw error;
    return listen(router, { port: 0 });
  }
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

interface Parts {
  readonly hub: Hub;
  readonly mcp: McpRoutes;
  readonly bridge: Bridge;
  readonly agents: AgentSockets;
}

async function closeAll({ hub, mcp, bridge, agents }: Parts): Promise<void> {
  agents.close();
  bridge.close();
  await Promise.all([mcp.close(), hub.close()]);
}
