/** Finds Next's HTTP server, to which Next gives no access. */
import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:net';

import type { AttachableServer } from '@annotate-mcp/hub';
import type { Edge } from '@annotate-mcp/unplugin';

import { valueIn } from './next-config.ts';

/** Whether a server of this process listens. The processes in which Next only builds or renders have none. */
export function hasListeningServer(): boolean {
  return process.getActiveResourcesInfo().includes('TCPServerWrap');
}

/**
 * Calls `onServer` once for each server that serves the app, with its first connection and before a request is read from
 * it. A connection is the first that is seen of a server that listened before this call; where that was open before, it
 * is a request, before the app's own handlers get it.
 */
export function onHttpServer(onServer: (server: AttachableServer) => void, edge: Pick<Edge, 'guard'>): void {
  const seen = new WeakSet<AttachableServer>();
  const see = (message: unknown): void => {
    const server = valueIn(valueIn(message, 'socket'), 'server');
    if (!isHttpServer(server) || seen.has(server) || !servesApp(server)) return;
    seen.add(server);
    onServer(server);
  };
  // Node ends the process when a subscriber throws.
  const guarded = edge.guard('all', see, () => undefined);
  subscribe('net.server.socket', guarded);
  subscribe('http.server.request.start', guarded);
}

/** A `net.Server` with listeners for requests is an http, https or http2 server. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server && server.listenerCount('request') > 0;
}

/** `next dev` sets PORT to its own port: the app may start other servers in its process. A custom server is the app's own. */
function servesApp(server: AttachableServer): boolean {
  const isNextDev = process.env.__NEXT_PRIVATE_ORIGIN !== undefined;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : null;
  return !isNextDev || port === process.env.PORT;
}
