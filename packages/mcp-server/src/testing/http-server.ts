/** MCP over HTTP on a real socket and a real store, as in `annotate-mcp serve`. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { createRouter, listen } from '@annotate-mcp/http';
import { openStore, type Store } from '@annotate-mcp/store';

import { createAnnotationsToolset } from '../annotations/toolset.ts';
import type { Timer } from '../idle-timer.ts';
import { createServer } from '../server.ts';
import { createRoutes, type McpRoutes } from '../transports/http.ts';

export interface HttpServer {
  url: string;
  root: string;
  /** Number of open subscriptions to the store's feed. */
  readers: () => number;
  /** Another store on the same file, as in another process. */
  elsewhere: Store;
  /** With it the test decides when time passes. */
  timer: ManualTimer;
  /** Unexpected errors of the handlers. */
  errors: unknown[];
  /** Everything the server would log. */
  log: string[];
  mcp: McpRoutes;
}

/** Ends with the test. */
export async function startHttpServer(): Promise<HttpServer> {
  const root = temporaryFolder();
  const { store, readers } = countSubscriptions(await openStore(undefined, { root }));
  const elsewhere = await openStore(undefined, { root });
  const timer = new ManualTimer();
  const log: string[] = [];
  const debug = (line: string) => log.push(line);
  const toolsets = [createAnnotationsToolset(store)];
  const mcp = await createRoutes(
    (agents) => createServer({ store, agents, toolsets, root, version: '0.0.0', debug }),
    {
      store,
      debug,
      timer: timer.set,
    },
  );
  const errors: unknown[] = [];
  const router = createRouter({ routes: mcp.routes, onError: (error) => errors.push(error) });
  const listener = await listen(router, { port: 0, graceMs: 0 });
  onTestFinished(async () => {
    await mcp.close();
    await listener.close();
    await elsewhere.close();
    await store.close();
  });
  return { url: listener.url, root, readers, elsewhere, timer, errors, log, mcp };
}

/** With a space in its path; removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate http ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A timer whose time passes only when the test says so. */
export class ManualTimer {
  readonly #set = new Map<symbol, { ms: number; onElapsed: () => void }>();
  readonly #waiting = new Set<() => void>();

  readonly set: Timer = (ms, onElapsed) => {
    const key = Symbol();
    this.#set.set(key, { ms, onElapsed });
    for (const look of this.#waiting) look();
    return () => this.#set.delete(key);
  };

  /** Resolves when `count` timers of that length are pending. */
  async whenSet(ms: number, count = 1): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (this.pending.filter((set) => set === ms).length < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Waits until a timer of that length is pending, and lets that time pass. */
  async expire(ms: number): Promise<void> {
    await this.whenSet(ms);
    this.pass(ms);
  }

  get pending(): number[] {
    return [...this.#set.values()].map(({ ms }) => ms);
  }

  /** Ends all timers of at most that length. */
  pass(ms: number): void {
    for (const [key, timer] of this.#set) {
      if (timer.ms > ms) continue;
      this.#set.delete(key);
      timer.onElapsed();
    }
  }
}

/** Wraps the store and counts the subscriptions to its feed. */
function countSubscriptions(store: Store): { store: Store; readers: () => number } {
  let readers = 0;
  const subscribe: Store['subscribe'] = (...args) => {
    const subscription = store.subscribe(...args);
    readers++;
    let isOpen = true;
    return {
      close: () => {
        subscription.close();
        if (isOpen) readers--;
        isOpen = false;
      },
    };
  };
  return {
    readers: () => readers,
    store: new Proxy(store, {
      get: (target, key) => {
        if (key === 'subscribe') return subscribe;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  };
}
