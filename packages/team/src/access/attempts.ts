/**
 * How often a client that is not known yet may try: a secret that was not looked up before, a link, a sign-in. What is too
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
/** As many pages as come back at once when a server of a large team starts again. */
const mostWaiting = 2_000;

/** `null` for an attempt that may begin. */
type Obstacle = { readonly waitMs: number; readonly mayGo: boolean } | null;

interface Address {
  readonly bucket: TokenBucket;
  /** How many of its attempts have no result yet. */
  open: number;
}

interface Waiting {
  readonly own: Address;
  readonly begin: () => void;
  readonly refuse: (error: HttpError) => void;
}

export class Attempts {
  readonly #limits: AttemptLimits;
  readonly #now: () => number;
  readonly #all: TokenBucket;
  readonly #addresses = new Map<string, Address>();
  #open = 0;
  #waiting: Waiting[] = [];

  constructor({
    limits = defaultLimits,
    now = Date.now,
  }: { limits?: AttemptLimits; now?: () => number } = {}) {
    this.#limits = limits;
    this.#now = now;
    this.#all = new TokenBucket(limits.all, now);
  }

  /**
   * What succeeds, and what fails because of this server, is not counted. Where attempts without a result are all that is
   * in the way, this one waits for them: a whole office that comes back at once gets in.
   */
  async try<T>(address: string, work: () => Promise<T | null>): Promise<T | null> {
    const own = this.#addressOf(address);
    await this.#begin(own);
    let hasFailed = false;
    try {
      const result = await work();
      hasFailed = result === null;
      return result;
    } finally {
      this.#end(own, hasFailed);
    }
  }

  /** One whose end is not known, so that it counts. */
  count(address: string): void {
    const obstacle = this.#take(this.#addressOf(address));
    if (obstacle !== null) throw tooManyAttemptsError(obstacle.waitMs);
  }

  #begin(own: Address): Promise<void> {
    const obstacle = this.#start(own);
    if (obstacle === null) return Promise.resolve();
    if (!obstacle.mayGo || this.#waiting.length >= mostWaiting) throw tooManyAttemptsError(obstacle.waitMs);
    return new Promise((begin, refuse) => void this.#waiting.push({ own, begin, refuse }));
  }

  #end(own: Address, hasFailed: boolean): void {
    own.open--;
    this.#open--;
    if (!hasFailed) {
      own.bucket.giveBack();
      this.#all.giveBack();
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      const obstacle = this.#start(one.own);
      if (obstacle === null) one.begin();
      else if (obstacle.mayGo) this.#waiting.push(one);
      else one.refuse(tooManyAttemptsError(obstacle.waitMs));
    }
  }

  #start(own: Address): Obstacle {
    const obstacle = this.#take(own);
    if (obstacle !== null) return obstacle;
    own.open++;
    this.#open++;
    return null;
  }

  #take(own: Address): Obstacle {
    const ownWait = own.bucket.take();
    // One address that tries all the time takes nothing from the others.
    if (ownWait > 0) return { waitMs: ownWait, mayGo: own.open > 0 };
    const wait = this.#all.take();
    if (wait === 0) return null;
    own.bucket.giveBack();
    return { waitMs: wait, mayGo: this.#open > 0 };
  }

  #addressOf(address: string): Address {
    const known = this.#addresses.get(address);
    if (known !== undefined) return known;
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size >= mostAddresses && oldest !== undefined) this.#addresses.delete(oldest);
    const created = { bucket: new TokenBucket(this.#limits.address, this.#now), open: 0 };
    this.#addresses.set(address, created);
    return created;
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

/** A person who has one IPv6 address has the 2⁶⁴ beside it. */
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
