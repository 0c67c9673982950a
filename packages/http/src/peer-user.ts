/** Which user of this machine is at the other end of a loopback connection, as far as the system tells. */
import { access, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

import { isLoopback } from './peer.ts';
import type { PeerUser } from './request-facts.ts';
import { type Connection, ownerIn, peerEntriesOf, type TableName } from './socket-table.ts';

/**
 * Looked up once for each connection. Linux tells; macOS and Windows tell it only to native code or to programs that
 * take longer than the request itself. Rejects never.
 */
export function userOfPeer(socket: Socket): Promise<PeerUser> {
  const known = users.get(socket);
  if (known !== undefined) return known;
  const user = findUser(socket);
  users.set(socket, user);
  return user;
}

/** For a connection that another process of ours has judged and passes on. */
export function setUserOfPeer(socket: Socket, user: PeerUser): void {
  users.set(socket, Promise.resolve(user));
}

const users = new WeakMap<Socket, Promise<PeerUser>>();

async function findUser(socket: Socket): Promise<PeerUser> {
  const connection = connectionOf(socket);
  if (connection === null || process.platform !== 'linux') return 'unknown';
  try {
    return judge(await findOwner(connection));
  } catch (error) {
    return isHidden(error) ? 'unknown' : 'other';
  }
}

/**
 * No /proc, or one that this process may not read: as on systems that do not tell. Any other failure proves nothing, and
 * some can be brought about by other users, who open connections until this process can open no more files.
 */
function isHidden(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM';
}

/**
 * Root counts as this user: it can read and write everything of this user anyway, and it runs what forwards this
 * user's connections, such as the relay from Windows into WSL.
 */
function judge(owner: number | null): PeerUser {
  return owner !== null && (owner === 0 || owner === process.geteuid?.()) ? 'same' : 'other';
}

async function findOwner(connection: Connection): Promise<number | null> {
  const entries = peerEntriesOf(connection);
  // While other connections open and close, the kernel may leave out an entry of the table that it lists.
  for (let attempt = 0; attempt < 3; attempt++) {
    for (const { table, addresses } of entries) {
      const owner = ownerIn(await tables[table].read(), addresses);
      if (owner !== null) return owner;
    }
  }
  return null;
}

/** `null` for what is not a loopback connection over TCP. */
function connectionOf(socket: Socket): Connection | null {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || remotePort === undefined) return null;
  if (localAddress === undefined || localPort === undefined || !isLoopback(remoteAddress)) return null;
  return { remoteAddress, remotePort, localAddress, localPort };
}

/**
 * Listing a table takes 1 to 3 ms of another thread, even for a few sockets, so connections that open together share
 * one reading. It must begin after they asked: one that is under way may have passed their place already.
 */
class SharedReading {
  readonly #path: string;
  #current: Promise<unknown> = Promise.resolve();
  #next: Promise<string> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  read(): Promise<string> {
    return (this.#next ??= this.#readAfterCurrent());
  }

  async #readAfterCurrent(): Promise<string> {
    await this.#current.catch(() => undefined);
    this.#next = null;
    const reading = readTable(this.#path);
    this.#current = reading;
    return reading;
  }
}

async function readTable(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1');
  } catch (error) {
    // A kernel without IPv6 has the first table only, and then no socket is in the second.
    if (path !== ipv4Table) await access(ipv4Table);
    else throw error;
    return '';
  }
}

const ipv4Table = '/proc/net/tcp';

const tables: Record<TableName, SharedReading> = {
  tcp: new SharedReading(ipv4Table),
  tcp6: new SharedReading('/proc/net/tcp6'),
};
