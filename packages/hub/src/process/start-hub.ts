/**
 * Runs a hub in a process of its own and shows it to the dev server as if it ran there. A dev server runs code of other
 * people, and on POSIX systems any of it makes SQLite lose its locks: closing a descriptor of a file drops all locks
 * that the process has on that file.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { refuse, refuseOnSocket, type Router, userOfPeer } from '@annotate-mcp/http';
import { requireSqlite } from '@annotate-mcp/store/require-sqlite';

import { scriptPath } from '../hub-paths.ts';
import type { Hub } from '../hub.ts';
import { createPathRouter } from '../integration/path-router.ts';
import { type HubOptions, requireAbsoluteRoots, settingsOf } from '../options.ts';
import { Servers } from '../servers.ts';
import { closeOnSignals } from '../signals.ts';

import { forwardRequest, forwardUpgrade, interruptedRefusal } from './forward.ts';
import { type HubChild, type HubEnd, startHubChild } from './hub-child.ts';

export type HubProcessOptions = Omit<HubOptions, 'store'> & {
  /** Store URL. Default: `sqlite:`. */
  readonly store?: string | undefined;
};

/** Rejects when the store cannot be opened. Closes on signals, as `closeOnSignals` does. */
export async function startHub(options: HubProcessOptions): Promise<Hub> {
  requireAbsoluteRoots(options);
  // An older Node would only say that it does not know the arguments of the process.
  requireSqlite();
  const keeper = new HubKeeper(options);
  await keeper.start();
  const servers = new Servers(routerTo(keeper, options));
  const close = async (code: number): Promise<void> => {
    ignoreSignals();
    servers.detach();
    await keeper.close(code);
    await servers.close();
  };
  let closed: Promise<void> | undefined;
  const hub: Hub = {
    router: servers.router,
    attach: servers.attach,
    middleware: servers.middleware,
    listen: servers.listen,
    manifestChanged: () => void keeper.withChild((child) => child.manifestChanged()),
    scriptPath,
    isClosed: () => closed !== undefined,
    close: (code = 1001) => (closed ??= close(code)),
  };
  const ignoreSignals = closeOnSignals(hub);
  return hub;
}

function routerTo(keeper: HubKeeper, { base, anyBase, guard = {}, onError }: HubProcessOptions): Router {
  return createPathRouter(
    { base, anyBase },
    {
      get network() {
        return guard.network;
      },
      isClosed: () => keeper.isClosed,
      async handle(request, response, targets) {
        const user = await userOfPeer(request.socket);
        const passOn = async (isRepeated: boolean): Promise<void> => {
          if (response.destroyed) return;
          const isForwarded = await keeper.withChild((child) => {
            const { address, expectAnswer, end: onUnreachable } = child;
            const passOnAgain = () =>
              void keeper
                .untilEnded(child)
                .then(() => passOn(true))
                .catch(onError);
            forwardRequest(
              request,
              response,
              { address, user, targets, guard, expectAnswer, onUnreachable },
              isRepeated ? null : passOnAgain,
            );
          });
          if (!isForwarded) refuse(request, response, interruptedRefusal);
        };
        await passOn(false);
      },
      async upgrade(request, socket, head, targets) {
        const user = await userOfPeer(request.socket);
        const isForwarded = await keeper.withChild(({ address, expectAnswer, end: onUnreachable }) =>
          forwardUpgrade(request, socket, head, {
            address,
            user,
            targets,
            guard,
            expectAnswer,
            onUnreachable,
          }),
        );
        if (!isForwarded) refuseOnSocket(socket, interruptedRefusal);
      },
    },
  );
}

/** Starts the process again when it ends by itself. Pages connect again and send what was not stored. */
class HubKeeper {
  readonly #options: HubProcessOptions;
  #current: Promise<HubChild | null> = Promise.resolve(null);
  #startedAt = 0;
  /** Ends in a row, each soon after the start. */
  #failures = 0;
  #lastError = '';
  #isClosed = false;

  constructor(options: HubProcessOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async start(): Promise<void> {
    const child = await this.#startChild();
    this.#current = Promise.resolve(child);
  }

  /** Waits for a process that is being started. Returns whether it was used. Never rejects: the app would end. */
  async withChild(use: (child: HubChild) => void): Promise<boolean> {
    const child = await this.#current;
    if (child === null) return false;
    try {
      use(child);
      return true;
    } catch (error) {
      this.#options.onError(error);
      return false;
    }
  }

  /** Resolves when the next process is being started; soon, even when this one has not ended. */
  async untilEnded({ ended }: HubChild): Promise<void> {
    await Promise.race([ended, delay(longestWaitMs, undefined, { ref: false })]);
  }

  async close(code: number): Promise<void> {
    this.#isClosed = true;
    const child = await this.#current;
    await child?.close(code);
  }

  async #startChild(): Promise<HubChild> {
    const { store, manifest = () => ({}), onError } = this.#options;
    this.#startedAt = performance.now();
    const child = await startHubChild({ store, settings: settingsOf(this.#options), manifest, onError });
    void child.ended.then((end) => {
      if (!this.#isClosed) this.#startAgain(endedError(end));
    });
    return child;
  }

  #startAgain(error: unknown): void {
    this.#failures = performance.now() - this.#startedAt > soonMs ? 1 : this.#failures + 1;
    if (String(error) !== this.#lastError) this.#options.onError(error);
    this.#lastError = String(error);
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs);
    // Requests wait for a process that is there in a moment; otherwise they are answered at once.
    const attempt = this.#attempt(pauseMs);
    this.#current = pauseMs <= longestWaitMs ? attempt : Promise.resolve(null);
  }

  /** `null` when it fails; then the next attempt has begun. */
  async #attempt(pauseMs: number): Promise<HubChild | null> {
    // A hub does not keep a dev server from ending.
    await delay(pauseMs, undefined, { ref: false });
    if (this.#isClosed) return null;
    const starting = this.#startChild();
    this.#current = starting.catch(() => null);
    try {
      const child = await starting;
      this.#lastError = '';
      return child;
    } catch (error) {
      this.#startAgain(error);
      return null;
    }
  }
}

/** A process that ends later than this after its start begins a new series. */
const soonMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 30_000;
const longestWaitMs = 1_000;

function endedError({ how, said }: HubEnd): Error {
  const last = said.trim();
  return new Error(
    `The process of annotate ${how} and is started again. Pages keep what was not stored yet.${last === '' ? '' : ` It said: ${last}`}`,
  );
}
