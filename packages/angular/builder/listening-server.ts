/** Attaches the hub to the dev server's HTTP server, to which Angular gives no access. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:net';

import type { AttachableServer, Middleware } from '@annotate-mcp/hub';
import type { DeferredHub, Edge } from '@annotate-mcp/hub/integration';

/** Attaches the hub to the dev server when that starts to listen. If it is not found, the middleware serves requests. */
export function attachWhenListening(
  hub: DeferredHub,
  edge: Edge,
): { middleware: Middleware; stop: () => void } {
  let detach: (() => void) | null = null;
  const middleware = edge.guardMiddleware('all', (request, response, next) => {
    if (detach === null) hub.middleware(request, response, next);
    else next();
  });
  const attachTo = (server: AttachableServer): void => {
    detach?.();
    detach = hub.attach(server);
    hub.openSoon();
  };
  // Node ends the process when a subscriber throws.
  const stop = whenListening(
    middleware,
    edge.guard('all', attachTo, () => undefined),
  );
  return { middleware, stop };
}

const channel = 'tracing:net.server.listen:asyncStart';

/**
 * Calls `onListening` when a server that uses `middleware` starts to listen, before it accepts a connection: a page that
 * was open before connects at once, without a request by which the server could be found. Other servers of the process,
 * such as that of another project, do not use this middleware. When Vite restarts it creates a new server, which is
 * found as well. Returns a function that stops the search.
 */
export function whenListening(
  middleware: unknown,
  onListening: (server: AttachableServer) => void,
): () => void {
  let last: AttachableServer | null = null;
  const check = (message: unknown): void => {
    const server = serverIn(message);
    // A server whose port is taken tries to listen again at the next port.
    if (server === null || server === last || !usesMiddleware(server, middleware)) return;
    last = server;
    onListening(server);
  };
  subscribe(channel, check);
  return () => void unsubscribe(channel, check);
}

function serverIn(message: unknown): AttachableServer | null {
  const server =
    typeof message === 'object' && message !== null && 'server' in message ? message.server : null;
  return isHttpServer(server) ? server : null;
}

/** A `net.Server` with listeners for requests is an http, https or http2 server. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server && server.listenerCount('request') > 0;
}

/** Vite's server uses a Connect app, which has a public list of its middleware. */
function usesMiddleware(server: AttachableServer, middleware: unknown): boolean {
  return server.listeners('request').some((app) => {
    const stack: unknown = 'stack' in app ? app.stack : null;
    return Array.isArray(stack) && stack.some((layer: unknown) => handleOf(layer) === middleware);
  });
}

function handleOf(layer: unknown): unknown {
  return typeof layer === 'object' && layer !== null && 'handle' in layer ? layer.handle : null;
}
