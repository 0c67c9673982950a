/**
 * The accesses that are used at the moment. Each is looked up once and then kept, and ended everywhere in this process
 * within a second after it was revoked, has expired or was changed.
 */
import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { accessChanged, type Caller } from '@annotate-mcp/http';

import type { Database } from '../database/database.ts';
import { findMemberships } from '../people/memberships.ts';
import { roles } from '../roles.ts';
import { hashOf, kindOf } from '../secrets.ts';

import type { TryOnce } from './attempts.ts';
import { type Access, findAccess, findValid } from './find-access.ts';
import { defaultRateLimit, type RateLimit, TokenBucket } from './token-bucket.ts';

export interface AccessesDeps {
  readonly database: Database;
  readonly now?: () => number;
  readonly rateLimit?: RateLimit | undefined;
  readonly onError: (error: unknown) => void;
  /** How often all that are in use are checked; 500 ms. */
  readonly checkMs?: number | undefined;
}

/** A valid access, for one request. */
export interface LiveAccess {
  readonly access: Access;
  readonly caller: Caller;
  /** As `TokenBucket.take`. */
  take(): number;
}

interface Entry extends LiveAccess {
  readonly key: string;
  readonly controller: AbortController;
  usedAt: number;
  savedAt: number;
}

/** One that was not used for so long is looked up again. Longer than any request; open sockets use theirs. */
const forgetMs = 10 * 60_000;
/** The time of the last use is written at most so often. */
const saveUseMs = 30_000;
const unknownMs = 30_000;
const mostUnknown = 1_000;

export class Accesses {
  readonly #deps: AccessesDeps;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #lookups = new Map<string, Promise<Entry | null>>();
  /** Secrets that are not valid, until when this need not be looked up again. */
  readonly #unknown = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> | null = null;
  #checksAgain = false;

  constructor(deps: AccessesDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#timer = setInterval(() => void this.check(), deps.checkMs ?? 500).unref();
  }

  /**
   * `null` when the secret is not valid here, for whatever reason. `project: null` takes the one of the secret. The
   * database is asked by `tryOnce`, which may throw.
   */
  async find(
    secret: string,
    project: string | null,
    tryOnce: TryOnce = unlimited,
  ): Promise<LiveAccess | null> {
    if (kindOf(secret) === null) return null;
    const key = `${hashOf(secret).toString('base64url')} ${project ?? ''}`;
    const known = this.#entries.get(key);
    const entry =
      known !== undefined && !this.#hasExpired(known)
        ? known
        : await this.#lookUp(key, () => tryOnce(() => this.#read(key, secret, project)));
    if (entry === null) return null;
    entry.usedAt = this.#now();
    if (entry.usedAt - entry.savedAt >= saveUseMs) this.#saveUse(entry);
    return entry;
  }

  /** The access of a session to one of its projects, for what is about all of them. */
  async findSession(secret: string, tryOnce: TryOnce = unlimited): Promise<LiveAccess | null> {
    if (kindOf(secret) !== 'session') return null;
    const first = await tryOnce(async () => (await findMemberships(this.#deps.database, secret))[0] ?? null);
    return first === null ? null : this.find(secret, first.project);
  }

  /** Ends at once what belongs to this id of a token, session or member. */
  end(id: string): void {
    for (const entry of this.#entries.values())
      if (entry.access.id === id || entry.access.id.split('/').includes(id)) this.#end(entry);
  }

  /** Ends what is not valid any more. Rejects never; while the database is away nothing new is let in anyway. */
  check(): Promise<void> {
    // What changed after a check has begun may have been missed by it.
    if (this.#checking !== null) this.#checksAgain = true;
    return (this.#checking ??= this.#checkAll());
  }

  close(): void {
    clearInterval(this.#timer);
    for (const entry of this.#entries.values()) this.#end(entry);
  }

  async #checkAll(): Promise<void> {
    do {
      this.#checksAgain = false;
      await this.#checkOnce().catch(this.#deps.onError);
    } while (this.#mustCheckAgain());
    this.#checking = null;
  }

  #mustCheckAgain(): boolean {
    return this.#checksAgain;
  }

  async #checkOnce(): Promise<void> {
    this.#forgetUnused();
    const entries = [...this.#entries.values()];
    if (entries.length === 0) return;
    const valid = await findValid(this.#deps.database, [...new Set(entries.map(({ access }) => access.id))]);
    for (const entry of entries) {
      const now = valid.get(entry.access.id);
      if (now === undefined) this.#end(entry);
      // When the role, the name or the origins have changed, the next request gets the new ones.
      else if (!isSame(now, entry.access)) this.#end(entry, accessChanged);
    }
  }

  #forgetUnused(): void {
    const before = this.#now() - forgetMs;
    // Those that wait for the end of the access still have an open socket or call.
    for (const entry of this.#entries.values())
      if (entry.usedAt < before && !hasListeners(entry)) this.#entries.delete(entry.key);
  }

  /** Requests that come with the same secret at once, as those of one page do, are one attempt. */
  async #lookUp(key: string, read: () => Promise<Entry | null>): Promise<Entry | null> {
    if ((this.#unknown.get(key) ?? 0) > this.#now()) return null;
    const running = this.#lookups.get(key) ?? read();
    this.#lookups.set(key, running);
    try {
      const entry = await running;
      if (entry === null) this.#rememberUnknown(key);
      return entry;
    } finally {
      this.#lookups.delete(key);
    }
  }

  /** A page whose session is over asks for each of its files with it. What is not valid never becomes so. */
  #rememberUnknown(key: string): void {
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size >= mostUnknown && oldest !== undefined) this.#unknown.delete(oldest);
    this.#unknown.set(key, this.#now() + unknownMs);
  }

  async #read(key: string, secret: string, project: string | null): Promise<Entry | null> {
    const access = await findAccess(this.#deps.database, secret, project);
    if (access === null) return null;
    const entry = this.#entryOf(key, access);
    this.#entries.set(key, entry);
    return entry;
  }

  #entryOf(key: string, access: Access): Entry {
    const controller = new AbortController();
    const { id, project, person, role } = access;
    const bucket = new TokenBucket(this.#deps.rateLimit ?? defaultRateLimit, this.#now);
    const caller: Caller = {
      id: person?.id ?? id,
      project,
      person,
      may: roles[role],
      ended: controller.signal,
      pace: () => pace(bucket, controller.signal),
    };
    return { key, access, caller, controller, usedAt: this.#now(), savedAt: 0, take: () => bucket.take() };
  }

  #hasExpired({ access: { expiresAt }, controller }: Entry): boolean {
    return controller.signal.aborted || (expiresAt !== null && expiresAt.getTime() <= this.#now());
  }

  #end(entry: Entry, reason?: typeof accessChanged): void {
    this.#entries.delete(entry.key);
    entry.controller.abort(reason);
  }

  #saveUse(entry: Entry): void {
    entry.savedAt = entry.usedAt;
    if (entry.access.kind === 'session') return;
    const sql = 'UPDATE team_tokens SET last_used_at = now() WHERE id = $1';
    this.#deps.database.query(sql, [entry.access.id]).catch(this.#deps.onError);
  }
}

/** Messages of a socket wait instead of being refused: the page would have to write again what was refused. */
async function pace(bucket: TokenBucket, ended: AbortSignal): Promise<void> {
  for (let waitMs = bucket.take(); waitMs > 0 && !ended.aborted; waitMs = bucket.take()) {
    // Ends early without an error when the access does.
    await delay(waitMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

const unlimited: TryOnce = (work) => work();

function isSame(a: Access, b: Access): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function hasListeners({ controller }: Entry): boolean {
  return getEventListeners(controller.signal, 'abort').length > 0;
}
