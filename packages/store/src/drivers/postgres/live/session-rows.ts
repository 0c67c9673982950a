import { SerialQueue, type Session } from '@annotate-mcp/core';
import { sessionSchema } from '@annotate-mcp/core/schema';

import type { Sessions } from '../../../store.ts';
import type { Wake, WakeListener } from '../direct-connection.ts';
import { type Row, text } from '../rows.ts';
import { searchable } from '../searchable.ts';

import type { LiveContext } from './live-context.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;
/** How often old sessions are looked for. */
const pruneMs = 60 * 60 * 1000;

/** Browser tabs. One is active as long as the process lives that saved it last; then its row has no owner. */
export class SessionRows implements Sessions, WakeListener {
  readonly reads = null;
  readonly #context: LiveContext;
  readonly #now: () => Date;
  /** By the id that the database has. */
  readonly #own = new Map<string, Session>();
  readonly #queue = new SerialQueue();
  /** What the next statement writes: all tabs that have come while the last one ran. */
  #waiting = new Map<string, Session>();
  #next: Promise<void> | null = null;
  #prunedAt = -Infinity;
  #stopListening: (() => void) | null = null;

  constructor(context: LiveContext, now: () => Date) {
    this.#context = context;
    this.#now = now;
  }

  save(session: Session): Promise<void> {
    this.#waiting.set(searchable(session.id), session);
    return (this.#next ??= this.#queue.run(() => this.#saveWaiting()));
  }

  async get(id: string): Promise<Session | null> {
    this.#context.watchOwners();
    const rows = await this.#context.query(
      `SELECT body, owner FROM ${this.#table} WHERE project = $1 AND id = $2`,
      [this.#context.project.id, searchable(id)],
    );
    return rows.flatMap(parse)[0] ?? null;
  }

  async list(): Promise<Session[]> {
    this.#context.watchOwners();
    const rows = await this.#context.query(
      `SELECT body, owner FROM ${this.#table} WHERE project = $1 ORDER BY last_seen_at DESC`,
      [this.#context.project.id],
    );
    return rows.flatMap(parse);
  }

  onWake(_wake: Wake | null): void {
    // Sessions are read on request; nothing is kept that could be out of date.
  }

  onNewOwner(): void {
    if (this.#own.size === 0) return;
    this.#queue
      .run(() => this.#write(this.#own))
      .catch(() => {
        // The hub saves each open tab again at an interval.
      });
  }

  onError(_error: unknown): void {
    // The lists of live records and the change feed report the same error.
  }

  /** Gives up the sessions that this process saved. One that another server has saved since then stays active. */
  async close(): Promise<void> {
    this.#stopListening?.();
    const ending = [...this.#own.keys()];
    this.#own.clear();
    if (ending.length === 0) return;
    await this.#queue.run(() =>
      this.#context.asOwner(async (owner) => {
        await this.#context.query(
          `UPDATE ${this.#table} SET owner = NULL WHERE project = $1 AND id = ANY($2) AND owner = $3`,
          [this.#context.project.id, ending, owner],
        );
      }),
    );
  }

  async #saveWaiting(): Promise<void> {
    const sessions = this.#waiting;
    this.#waiting = new Map();
    this.#next = null;
    await this.#write(sessions);
    for (const [id, session] of sessions) this.#own.set(id, session);
    await this.#prune();
    this.#stopListening ??= this.#context.server.direct.listen(this);
  }

  async #prune(): Promise<void> {
    const now = this.#now().getTime();
    if (now - this.#prunedAt < pruneMs) return;
    this.#prunedAt = now;
    const oldest = new Date(now - keptMs).toISOString();
    for (const [id, { lastSeenAt }] of this.#own) if (lastSeenAt < oldest) this.#own.delete(id);
    await this.#context.query(`DELETE FROM ${this.#table} WHERE project = $1 AND last_seen_at < $2`, [
      this.#context.project.id,
      oldest,
    ]);
  }

  async #write(sessions: ReadonlyMap<string, Session>): Promise<void> {
    await this.#context.asOwner(async (owner) => {
      await this.#context.query(
        `INSERT INTO ${this.#table} (project, id, last_seen_at, owner, body)
         SELECT $1, id, last_seen_at, $4, body FROM unnest($2::text[], $3::timestamptz[], $5::text[]) AS saved (id, last_seen_at, body)
         ON CONFLICT (project, id) DO UPDATE
         SET last_seen_at = excluded.last_seen_at, owner = excluded.owner, body = excluded.body`,
        [
          this.#context.project.id,
          [...sessions.keys()],
          [...sessions.values()].map(({ lastSeenAt }) => lastSeenAt),
          owner,
          [...sessions.values()].map((session) => JSON.stringify(session)),
        ],
      );
    });
  }

  get #table(): string {
    return this.#context.table('sessions');
  }
}

/** Nothing for what cannot be read: a tab that is still open is saved again. */
function parse(row: Row): Session[] {
  const { success, data } = sessionSchema.safeParse(JSON.parse(text(row, 'body')));
  return success ? [{ ...data, active: data.active && row.owner !== null }] : [];
}
