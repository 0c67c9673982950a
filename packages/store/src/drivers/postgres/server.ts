/** One database as this process uses it: a small pool, and the connection that lasts. All its projects share them. */
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { DirectConnection } from './direct-connection.ts';
import { isConnectionLost, unreachableError } from './failures.ts';
import type { Location } from './location.ts';
import type { Queryable } from './owners.ts';
import { Reachability } from './reachability.ts';
import { prepareSchema } from './schema.ts';

export interface Server {
  readonly schema: string;
  readonly pool: Queryable;
  readonly direct: DirectConnection;
  readonly reachability: Reachability;
  /** `work` gets a connection for itself, and ends its own transactions. */
  withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** The last user closes it. */
  release(): Promise<void>;
}

/** How long one statement may take before this process gives up on its connection. */
const queryTimeoutMs = 30_000;

/** Opens it with its tables, or returns the one that another store of this process has open. */
export async function openServer(location: Location): Promise<Server> {
  const { address, direct, schema, poolSize } = location;
  const key = JSON.stringify([{ ...address, password: address.password }, direct, schema, poolSize]);
  const shared = open.get(key) ?? createServer(location, () => open.delete(key));
  open.set(key, shared);
  shared.users++;
  try {
    await shared.prepared;
    return { ...shared.server, release: once(() => leave(shared)) };
  } catch (error) {
    await leave(shared);
    throw error;
  }
}

interface SharedServer {
  server: Omit<Server, 'release'>;
  prepared: Promise<void>;
  users: number;
  close(): Promise<void>;
}

const open = new Map<string, SharedServer>();

function createServer(
  { address, direct, schema, poolSize, url }: Location,
  onClose: () => void,
): SharedServer {
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    application_name: 'annotate-mcp',
    keepAlive: true,
    // Statements that do not wait for each other's answers are sent together. Older releases of pg send them in turn.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    query_timeout: queryTimeoutMs,
  });
  pool.on('error', () => {
    // An idle connection was lost; the pool has removed it already.
  });
  const reachability = new Reachability();
  const lasting = new DirectConnection({ address: direct, schema, pool, reachability });
  const withClient: Server['withClient'] = (work) => useClient(pool, work);
  return {
    server: { schema, pool, direct: lasting, reachability, withClient },
    prepared: whileStarting(() => withClient((client) => prepareSchema(client, { schema, url }))),
    users: 0,
    close: async () => {
      onClose();
      await lasting.close();
      await pool.end();
    },
  };
}

async function leave(shared: SharedServer): Promise<void> {
  shared.users--;
  if (shared.users === 0) await shared.close();
}

async function useClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Without a listener, a connection that breaks between two statements would end the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isConnectionLost(error);
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(isBroken);
  }
}

/** A server that has just been started refuses connections for a moment. */
async function whileStarting<T>(work: () => Promise<T>): Promise<T> {
  const limit = performance.now() + 10_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && error.code === '57P03';
      if (!isStarting || performance.now() > limit) throw error;
      await delay(100);
    }
  }
}

/** The number that owns the live records of this process. */
export async function ownerOf(
  { direct, reachability }: Server,
  limitMs: number,
  url: string,
): Promise<number> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      direct.owner(),
      delay(reachability.patienceMs(limitMs), null, { signal: timeout.signal, ref: false }).then(() => {
        throw unreachableError(url, new Error('there is no connection that lasts'));
      }),
    ]);
  } finally {
    timeout.abort();
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
