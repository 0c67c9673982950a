/** Finds the owner of a connection's other end in Linux's tables of TCP sockets, /proc/net/tcp and /proc/net/tcp6. Pure. */
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';

/** The two ends of a connection, as the socket of this process names them. */
export interface Connection {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localAddress: string;
  readonly localPort: number;
}

export type TableName = 'tcp' | 'tcp6';

/** A table to read, and how the peer's socket begins there: its own address, then ours. */
export interface TableEntry {
  readonly table: TableName;
  readonly addresses: string;
}

/** Where the peer's socket may be. A program may open a connection to 127.0.0.1 with an IPv6 socket as well. */
export function peerEntriesOf(connection: Connection): TableEntry[] {
  const [peer, own] = [bytesOf(connection.remoteAddress), bytesOf(connection.localAddress)];
  const entry = (table: TableName, from: readonly number[], to: readonly number[]): TableEntry => ({
    table,
    addresses: `${written(from, connection.remotePort)} ${written(to, connection.localPort)}`,
  });
  const [peerV4, ownV4] = [mappedIPv4(peer), mappedIPv4(own)];
  const inTcp6 = entry('tcp6', peer, own);
  return peerV4 === null || ownV4 === null ? [inTcp6] : [entry('tcp', peerV4, ownV4), inTcp6];
}

/**
 * The user id of the socket; `null` when it is not in the table. A socket that its program has closed has no inode,
 * and the table says 0 (root) for its owner, so it counts as not there.
 */
export function ownerIn(text: string, addresses: string): number | null {
  const at = text.indexOf(`: ${addresses} `);
  if (at < 0) return null;
  // After the addresses: state, queues, timer, retransmits, user id, timeout, inode.
  const [, , , , uid, , inode] = text.slice(at + 3 + addresses.length, at + 200).split(/\s+/);
  return uid === undefined || inode === undefined || inode === '0' ? null : Number(uid);
}

/** Sixteen bytes; an IPv4 address as IPv6 maps it (`::ffff:127.0.0.1`). */
function bytesOf(address: string): number[] {
  if (isIPv4(address)) return [...mappedPrefix, ...address.split('.').map(Number)];
  const plain = address.replace(/%.*$/, '');
  const v4 = /[^:]*\.[^:]*$/.exec(plain)?.[0];
  if (v4 !== undefined) return bytesOf(v4);
  const [head = [], tail = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return groups.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 0xff]);
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

function mappedIPv4(bytes: readonly number[]): number[] | null {
  return mappedPrefix.every((byte, index) => bytes[index] === byte) ? bytes.slice(12) : null;
}

/** The kernel prints each four bytes as one number of this machine, so on most machines they are reversed. */
function written(bytes: readonly number[], port: number): string {
  const words = Array.from({ length: bytes.length / 4 }, (_, word) => bytes.slice(word * 4, word * 4 + 4));
  const ordered = endianness() === 'LE' ? words.map((word) => word.toReversed()) : words;
  return `${hex(ordered.flat(), 2)}:${hex([port], 4)}`;
}

function hex(numbers: readonly number[], digits: number): string {
  return numbers.map((number) => number.toString(16).toUpperCase().padStart(digits, '0')).join('');
}
