import type { IncomingMessage } from 'node:http';
import { Server } from 'node:net';

import type { AttachableServer, Router } from '@annotate-mcp/http';

/** The server that a request came in through; `null` where Node does not say. */
export function serverOf({ socket }: IncomingMessage): AttachableServer | null {
  const server = 'server' in socket ? socket.server : null;
  return isHttpServer(server) ? server : null;
}

/** Whatever serves requests with a TCP socket is one of the four kinds. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server;
}

/** What Connect and Express cut off the front of a path: `/tools` for `app.use('/tools', …)`; `null` when unclear. */
export function mountOf(request: IncomingMessage): string | null {
  const { url = '/' } = request;
  const full = 'originalUrl' in request ? request.originalUrl : url;
  // For `/tools` itself they put a slash in its place.
  if (typeof full !== 'string' || !full.endsWith(url)) return null;
  return full.slice(0, full.length - url.length).replace(/\/$/, '');
}

/** The router's sockets as they are reached below a mount; requests come by the middleware. */
export function socketsBelow(mount: string, router: Router): Router {
  return {
    options: router.options,
    find: (kind, targets) => {
      if (kind !== 'upgrade') return null;
      const below = targets.filter((target) => target.startsWith(`${mount}/`));
      return router.find(
        kind,
        below.map((target) => target.slice(mount.length)),
      );
    },
    handle: (match, request, response) => router.handle(match, request, response),
    upgrade: (match, request, socket, head) => router.upgrade(match, request, socket, head),
  };
}
