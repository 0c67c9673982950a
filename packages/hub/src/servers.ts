/** The servers through which a hub is reached: those of the app, which it is attached to or finds, and its own. */
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

import { mountPathOf, serverOf, webSocketsBelow } from './mounted-server.ts';

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
