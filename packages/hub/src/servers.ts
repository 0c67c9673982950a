/** The servers a hub is reached through: somebody else's, found or given, and its own. */
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

import { mountOf, serverOf, socketsBelow } from './server-of.ts';

export class Servers {
  readonly #router: Router;
  readonly #detachers = new Set<() => void>();
  readonly #listeners: Listener[] = [];
  /** By server, the mounts whose sockets are taken there. */
  readonly #mounts = new WeakMap<AttachableServer, Set<string>>();
  #isClosed = false;

  constructor(router: Router) {
    this.#router = router;
    const pass = middleware(router);
    this.middleware = (request, response, next) => {
      if (this.#isClosed) {
        next();
        return;
      }
      // Middleware never sees upgrades, so its first request has to lead to where they are.
      this.#takeSockets(serverOf(request), mountOf(request));
      pass(request, response, next);
    };
  }

  readonly middleware: Middleware;

  readonly attach = (server: AttachableServer): (() => void) => this.#attach(server, this.#router);

  readonly listen = async (options: ListenOptions): Promise<Listener> => {
    const listener = await listen(this.#router, options);
    this.#listeners.push(listener);
    return listener;
  };

  /** New requests go to whoever else is there. */
  detach(): void {
    this.#isClosed = true;
    for (const detach of this.#detachers) detach();
    this.#detachers.clear();
  }

  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
  }

  #takeSockets(server: AttachableServer | null, mount: string | null): void {
    if (server === null || mount === null) return;
    const mounts = this.#mounts.get(server) ?? new Set();
    this.#mounts.set(server, mounts);
    if (mounts.has(mount)) return;
    mounts.add(mount);
    this.#attach(server, socketsBelow(mount, this.#router));
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
