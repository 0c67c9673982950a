/**
 * How often somebody who is not known yet may try: a secret that was not looked up before, a link, a sign-in. What is too
 * much is refused before it reaches the database, whose few connections everybody shares.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

import { HttpError } from '@annotate-mcp/http';

import { type RateLimit, TokenBucket } from './token-bucket.ts';

interface AttemptLimits {
  /** Of one address. What succeeds does not count, so that an office behind one address can sign in. */
  readonly address: RateLimit;
  /** Of all addresses together. */
  readonly all: RateLimit;
}

const defaultLimits: AttemptLimits = {
  address: { perSecond: 1, burst: 30 },
  all: { perSecond: 50, burst: 100 },
};

/** Does what an attempt asks for; throws before that when there were too many. `null` is a failure, which counts. */
export type TryOnce = <T>(work: () => Promise<T | null>) => Promise<T | null>;

/** With so many addresses the one that tried first is forgotten. */
const mostAddresses = 10_000;

export class Attempts {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  readonly #all: TokenBucket;
  readonly #addresses = new Map<string, TokenBucket>();

  constructor({
    limits = defaultLimits,
    now = Date.now,
  }: { limits?: AttemptLimits; now?: () => number } = {}) {
    this.#limits = limits;
    this.#now = now;
    this.#all = new TokenBucket(limits.all, now);
  }

  /** What succeeds, and what fails because of this server, is not counted. */
  async try<T>(address: string, work: () => Promise<T | null>): Promise<T | null> {
    const giveBack = this.#take(address);
    try {
      const result = await work();
      if (result !== null) giveBack();
      return result;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** One that nobody knows the end of, so that it counts. */
  count(address: string): void {
    this.#take(address);
  }

  #take(address: string): () => void {
    const own = this.#bucketOf(address);
    const ownWait = own.take();
    // One address that tries all the time takes nothing from the others.
    if (ownWait > 0) throw tooManyAttemptsError(ownWait);
    const wait = this.#all.take();
    if (wait > 0) {
      own.giveBack();
      throw tooManyAttemptsError(wait);
    }
    return () => {
      own.giveBack();
      this.#all.giveBack();
    };
  }

  #bucketOf(address: string): TokenBucket {
    const known = this.#addresses.get(address);
    if (known !== undefined) return known;
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= mostAddresses && oldest !== undefined) this.#addresses.delete(oldest);
    const bucket = new TokenBucket(this.#limits.address, this.#now);
    this.#addresses.set(address, bucket);
    return bucket;
  }
}

/**
 * Whom an attempt counts for. What a proxy says of its client is believed where there can be one: the last address is that
 * which it saw, and those before it are what the client claims.
 */
export function addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const peer = socket.remoteAddress ?? '';
  const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-1)?.trim() ?? '';
  return groupOf(isNear(peer) && (isIPv4(said) || isIPv6(said)) ? said : peer);
}

/** This machine, or a private network: where the proxy of a server is. */
function isNear(peer: string): boolean {
  return /^(?:::1$|f[cd][\da-f]{2}:|fe80:|(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.))/i.test(
    peer,
  );
}

/** Somebody who has one IPv6 address has the 2⁶⁴ beside it. */
function groupOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('%', 1)[0]?.split('::') ?? [];
  const [start, end] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - (start?.length ?? 0) - (end?.length ?? 0)) }, () => '0');
  const groups = [...(start ?? []), ...(after === undefined ? [] : zeros), ...(end ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function tooManyAttemptsError(waitMs: number): HttpError {
  const retryAfter = Math.ceil(waitMs / 1000);
  return new HttpError(
    429,
    'rate/attempts',
    'There were too many attempts to get in, from this address or from all together.',
    { hint: `Nothing was used up. Wait ${retryAfter} s, then try again.`, retryAfter },
  );
}
