/**
 * The one connection of a process that lasts: it listens, and holds the lock by which other processes know that this
 * one lives. When it is lost, another one is made, and every reader looks for what it missed. Where there is no such
 * connection (a pooler in between), readers look by themselves.
 */
import { randomInt } from 'node:crypto';

import pg from 'pg';

import { AnnotateError } from '@annotate-mcp/core';

import { ConnectionEndedError, isConnectionLost } from './failures.ts';
import type { Address } from './location.ts';
import { channelOf, Owners, type Queryable } from './owners.ts';
import type { Reachability } from './reachability.ts';
import { integer } from './rows.ts';
import { WakeSender } from './wake-sender.ts';

/** What another process has done: changes up to number `n`, or something in a list of live records. */
export type Wake = { project: number; n: number } | { project: number; list: string };

export interface WakeListener {
  /** The project whose changes it reads; `null` when it reads none. */
  readonly reads: number | null;
  /** `null` when anything may have changed. */
  onWake(wake: Wake | null): void;
  /** Records of this process have to be written again, with the number of their new owner. */
  onNewOwner(): void;
  onError(error: unknown): void;
}

export interface DirectConnectionOptions {
  /** `null` for a process that must not keep a connection. */
  address: Address | null;
  schema: string;
  pool: Queryable;
  reachability: Reachability;
}

const checkMs = 2_000;
const shortestPauseMs = 50;
const longestPauseMs = 2_000;

export class DirectConnection {
  readonly #options: DirectConnectionOptions;
  readonly #listeners = new Set<WakeListener>();
  readonly #sender: WakeSender;
  #client: pg.Client | null = null;
  #owners: Owners | null = null;
  #ready = createDeferred<number>();
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = shortestPauseMs;
  #hasPooler: boolean;
  #isStarted = false;
  /** What keeps it from connecting was reported, and is not reported again until it was connected. */
  #isReported = false;
  #isClosed = false;

  constructor(options: DirectConnectionOptions) {
    this.#options = options;
    this.#hasPooler = options.address === null;
    this.#sender = new WakeSender(options.schema, () => this.#client ?? options.pool);
  }

  /** As long as this is `false`, readers have to look by themselves. */
  get isListening(): boolean {
    return this.#client !== null && this.#owners !== null;
  }

  /** The number that owns the live records of this process. Waits for a connection. */
  owner(): Promise<number> {
    this.start();
    return this.#ready.promise;
  }

  /** Returns a function that ends it. */
  listen(listener: WakeListener): () => void {
    this.#listeners.add(listener);
    this.start();
    return () => this.#listeners.delete(listener);
  }

  /** Wakes the readers of other processes: change `n` of the project is committed. */
  announce(project: number, n: number): void {
    this.#sender.send(project, n);
  }

  /** Takes another number, after other processes have removed the one of this process. */
  async renewOwner(removed: number): Promise<number> {
    if (this.#owners?.id === removed)
      this.#lose(this.#owners, new ConnectionEndedError('The connection to the database ended.'));
    return this.#ready.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    await this.#sender.flush();
    const [client, owners] = [this.#client, this.#owners];
    [this.#client, this.#owners] = [null, null];
    this.#ready.reject(new ConnectionEndedError('The connection to the database ended.'));
    await owners?.leave().catch(() => {
      // Other processes remove it when they see that its lock is gone.
    });
    await client?.end();
  }

  /** Connects, unless it is connected or does so already. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    const { address, schema, pool } = this.#options;
    const id = randomInt(1, 2 ** 47);
    let client: pg.Client | null = null;
    try {
      if (address !== null && !this.#hasPooler) client = await this.#openClient(address);
      const isLocked = client !== null;
      const owners = new Owners(client ?? pool, { schema, id, isLocked });
      await client?.query(`LISTEN ${channelOf(schema)}`);
      await owners.enter();
      this.#use(client, owners);
    } catch (error) {
      void client?.end();
      if (isConnectionLost(error)) this.#options.reachability.lost();
      if (!this.#isClosed && !this.#isReported) this.#report(error);
      this.#isReported = true;
      this.#connectAgain();
    }
  }

  async #openClient(address: Address): Promise<pg.Client | null> {
    const client = new pg.Client({
      ...address,
      application_name: 'annotate-mcp (listens)',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    const lose = (error: Error) => {
      if (this.#client === client && this.#owners !== null) this.#lose(this.#owners, error);
    };
    client.on('error', lose);
    client.on('end', () => lose(new ConnectionEndedError('The connection to the database ended.')));
    client.on('notification', ({ payload }) => this.#onNotification(payload ?? ''));
    await client.connect();
    if (await isDirect(client)) {
      await client.query(keepAlive);
      return client;
    }
    await client.end();
    this.#hasPooler = true;
    this.#report(poolerError());
    return null;
  }

  #use(client: pg.Client | null, owners: Owners): void {
    if (this.#isClosed) {
      void client?.end();
      return;
    }
    this.#client = client;
    this.#owners = owners;
    this.#pauseMs = shortestPauseMs;
    this.#isReported = false;
    this.#options.reachability.found();
    this.#ready.resolve(owners.id);
    for (const listener of [...this.#listeners]) listener.onNewOwner();
    // No notification arrived while there was no connection.
    this.#wake(null);
    this.#checkLater(owners);
  }

  /**
   * Finds a connection that is dead without having been closed, processes that have ended, and changes of a process that
   * ended before it could announce them.
   */
  #checkLater(owners: Owners): void {
    this.#timer = setTimeout(() => {
      this.#check(owners).then(
        () => {
          if (this.#owners === owners) this.#checkLater(owners);
        },
        (error: unknown) => this.#lose(owners, error),
      );
    }, checkMs).unref();
  }

  async #check(owners: Owners): Promise<void> {
    await owners.sweep();
    const read = new Set([...this.#listeners].flatMap(({ reads }) => reads ?? []));
    if (this.#client === null || read.size === 0) return;
    const { rows } = await this.#client.query<Record<string, unknown>>(
      `SELECT id, n FROM ${this.#options.schema}.projects WHERE id = ANY($1)`,
      [[...read]],
    );
    for (const row of rows) this.#wake({ project: integer(row, 'id'), n: integer(row, 'n') });
  }

  #lose(owners: Owners, error: unknown): void {
    if (this.#owners !== owners) return;
    void this.#client?.end();
    [this.#client, this.#owners] = [null, null];
    clearTimeout(this.#timer);
    this.#ready = createDeferred();
    if (!isConnectionLost(error)) this.#report(error);
    this.#connectAgain();
  }

  #connectAgain(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#connect(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }

  #onNotification(payload: string): void {
    const wake = parseWake(payload);
    if (wake !== undefined) this.#wake(wake);
  }

  #wake(wake: Wake | null): void {
    for (const listener of [...this.#listeners]) listener.onWake(wake);
  }

  #report(error: unknown): void {
    for (const listener of [...this.#listeners]) listener.onError(error);
  }
}

/** A server that vanishes without a word is noticed by the checks; these let the server notice a client that does. */
const keepAlive =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** A pooler tells its clients a number of its own, and not that of the process which serves them at the moment. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid === Reflect.get(client, 'processID');
}

function poolerError(): AnnotateError {
  return new AnnotateError('store/failed', 'There is a pooler between this process and PostgreSQL.', {
    hint: 'It works, but changes of other servers arrive up to two seconds late. Add &listen= with the direct address of the database (percent-encoded), or &listen=off to accept that.',
  });
}

/** The text of a notification; `*` means that anything may have changed. `undefined` for what is not ours. */
function parseWake(payload: string): Wake | null | undefined {
  if (payload === '*') return null;
  const [, project, kind, rest] = /^(\d+) (n|list) (\w+)$/.exec(payload) ?? [];
  if (project === undefined || rest === undefined) return undefined;
  return kind === 'n'
    ? { project: Number(project), n: Number(rest) }
    : { project: Number(project), list: rest };
}

/** A promise whose rejection may stay unhandled: only callers that need the result await it. */
function createDeferred<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>();
  resolvers.promise.catch(() => undefined);
  return resolvers;
}
