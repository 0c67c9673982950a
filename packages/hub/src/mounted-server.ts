/** Finds the server and the mount path behind a request that reached the hub's middleware. */
import type { IncomingMessage } from 'node:http';
import { Server } from 'node:net';

import type { AttachableServer, Router } from '@annotate-mcp/http';

/** The server that received the request; `null` where Node does not tell. */
export function serverOf({ socket }: IncomingMessage): AttachableServer | null {
  const server = 'server' in socket ? socket.server : null;
  return isHttpServer(server) ? server : null;
}

/** A `net.Server` that received an HTTP request is an http, https or http2 server. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server;
}

/** The mount path that Connect and Express removed from the URL: `/tools` for `app.use('/tools', …)`; `null` when unclear. */
export function mountPathOf(request: IncomingMessage): string | null {
  const { url = '/' } = request;
  const full = 'originalUrl' in request ? request.originalUrl : url;
  if (typeof full !== 'string' || !full.endsWith(url)) return null;
  // For a request to `/tools` itself they set the URL to a slash.
  return full.slice(0, full.length - url.length).replace(/\/$/, '');
}

/** The router's WebSocket routes below a mount path. Its HTTP routes are left out: the middleware serves those. */
export function webSocketsBelow(mountPath: string, router: Router): Router {
  return {
    options: router.options,
    find: (kind, targets) => {
      if (kind !== 'upgrade') return null;
      const below = targets.filter((target) => target.startsWith(`${mountPath}/`));
      return router.find(
        kind,
        below.map((target) => target.slice(mountPath.length)),
      );
    },
    handle: (match, request, response) => router.handle(match, request, response),
    upgrade: (match, request, socket, head) => router.upgrade(match, request, socket, head),
  };
}
