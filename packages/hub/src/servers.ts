/** The servers through which a hub is reached: those of the app, which it is attached to or finds, and its own. */
import type { IncomingMessage } from 'node:http';
import { Server } from 'node:net';

import {
  attach,
  type AttachableServer,
  listen,
  type Listener,
  type ListenOptions,
  middleware,
  type Middleware,
  type Router,
} from '@annotate-mcp/http';

export class Servers {
  readonly router: Router;
  readonly #detachers = new Set<() => void>();
  readonly #listeners: Listener[] = [];
  /** The mount paths of each server whose WebSockets this hub handles. */
  readonly #mountPaths = new WeakMap<AttachableServer, Set<string>>();
  #isClosed = false;

  constructor(router: Router) {
    this.router = router;
    const handle = middleware(router);
    this.middleware = (request, response, next) => {
      if (this.#isClosed) {
        next();
        return;
      }
      // Middleware never receives upgrades, so the first request is used to find the server that does.
      this.#attachWebSockets(serverOf(request), mountPathOf(request));
      handle(request, response, next);
    };
  }

  readonly middleware: Middleware;

  readonly attach = (server: AttachableServer): (() => void) => this.#attach(server, this.router);

  readonly listen = async (options: ListenOptions): Promise<Listener> => {
    const listener = await listen(this.router, options);
    this.#listeners.push(listener);
    return listener;
  };

  /** From now on requests go to the app's own handlers. */
  detach(): void {
    this.#isClosed = true;
    for (const detach of this.#detachers) detach();
    this.#detachers.clear();
  }

  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  #attachWebSockets(server: AttachableServer | null, mountPath: string | null): void {
    if (server === null || mountPath === null) return;
    const mountPaths = this.#mountPaths.get(server) ?? new Set();
    this.#mountPaths.set(server, mountPaths);
    if (mountPaths.has(mountPath)) return;
    mountPaths.add(mountPath);
    this.#attach(server, webSocketsBelow(mountPath, this.router));
  }

  #attach(server: AttachableServer, router: Router): () => void {
    const undo = attach(server, router);
    const detach = (): void => {
      this.#detachers.delete(detach);
      undo();
    };
    this.#detachers.add(detach);
    return detach;
  }
}

/** The server that received the request; `null` where Node does not tell. */
function serverOf({ socket }: IncomingMessage): AttachableServer | null {
  const server = 'server' in socket ? socket.server : null;
  return isHttpServer(server) ? server : null;
}

/** A `net.Server` that received an HTTP request is an http, https or http2 server. */
function isHttpServer(server: unknown): server is AttachableServer {
  return server instanceof Server;
}

/** The mount path that Connect and Express removed from the URL: `/tools` for `app.use('/tools', …)`; `null` when unclear. */
function mountPathOf(request: IncomingMessage): string | null {
  const { url = '/' } = request;
  const full = 'originalUrl' in request ? request.originalUrl : url;
  if (typeof full !== 'string' || !full.endsWith(url)) return null;
  // For a request to `/tools` itself they set the URL to a slash.
  return full.slice(0, full.length - url.length).replace(/\/$/, '');
}

/** The router's WebSocket routes below a mount path. Its HTTP routes are left out: the middleware serves those. */
function webSocketsBelow(mountPath: string, router: Router): Router {
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
