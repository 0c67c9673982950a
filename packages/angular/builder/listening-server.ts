/** Finds the dev server's own HTTP server, which Angular hands to nobody. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:net';

import type { AttachableServer } from '@annotate-mcp/hub';

const channel = 'tracing:net.server.listen:asyncStart';

/**
 * Calls `found` when the server that has `middleware` among its own begins to listen, before it takes a connection:
 * a page left open from before connects at once, and sends no request by which the server could be found. Other
 * servers of the process, such as one of another project, do not have it. Vite makes another one when it is restarted,
 * which is found as well. Returns the way to stop waiting.
 */
export function whenListening(middleware: unknown, found: (server: AttachableServer) => void): () => void {
  let last: AttachableServer | null = null;
  const look = (message: unknown): void => {
    const server = serverIn(message);
    // One that was refused a port tries the next.
    if (server === null || server === last || !serves(server, middleware)) return;
    last = server;
    found(server);
  };
  subscribe(channel, look);
  return () => void unsubscribe(channel, look);
}

function serverIn(message: unknown): AttachableServer | null {
  const server =
    typeof message === 'object' && message !== null && 'server' in message ? message.server : null;
  return isHttpServer(server) ? server : null;
}

/** What has listeners for requests is one of the four kinds. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server && server.listenerCount('request') > 0;
}

/** Vite answers with a Connect app, which keeps its middleware in a list that anybody may read. */
function serves(server: AttachableServer, middleware: unknown): boolean {
  return server.listeners('request').some((app) => {
    const stack: unknown = 'stack' in app ? app.stack : null;
    return Array.isArray(stack) && stack.some((layer: unknown) => handleOf(layer) === middleware);
  });
}

function handleOf(layer: unknown): unknown {
  return typeof layer === 'object' && layer !== null && 'handle' in layer ? layer.handle : null;
}
