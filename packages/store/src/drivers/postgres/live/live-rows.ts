import { randomInt } from 'node:crypto';

import type { z } from 'zod';

import { parseJson, SerialQueue } from '@annotate-mcp/core';

import type { KeptList } from '../../../live/agents-in.ts';
import type { Keeper, LiveListListener, Subscription } from '../../../store.ts';
import type { Wake, WakeListener } from '../direct-connection.ts';
import { channelOf, expirySeconds } from '../owners.ts';
import { text } from '../rows.ts';
import { searchable } from '../searchable.ts';

import type { LiveContext } from './live-context.ts';

export interface LiveRowsOptions<Live> {
  /** The name of the list in the table. */
  list: string;
  schema: z.ZodType<Live>;
  idOf: (record: Live) => string;
}

/** How often a list is read while this process cannot listen. */
const pollMs = 2_000;

/** Records that are gone when the process that wrote them has ended: they belong to its number in `owners`. */
export class LiveRows<Live> implements KeptList<Live>, WakeListener {
  readonly reads = null;
  readonly #context: LiveContext;
  readonly #options: LiveRowsOptions<Live>;
  readonly #own = new Map<string, Live>();
  readonly #queue = new SerialQueue();
  readonly #listeners = new Map<LiveListListener<Live>, string>();
  #stopListening: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isFailing = false;
  #isBehind = false;

  constructor(context: LiveContext, options: LiveRowsOptions<Live>) {
    this.#context = context;
    this.#options = options;
  }

  save(record: Live): Promise<void> {
    const id = this.#options.idOf(record);
    this.#own.set(id, record);
    this.#listen();
    return this.#queue.run(() => this.#write(id));
  }

  /** Other machines cannot ask for a process of this one: the row has an owner that counts for a time. */
  saveFor(record: Live, { mostMs }: Keeper): Promise<void> {
    const id = this.#options.idOf(record);
    this.#own.delete(id);
    return this.#queue.run(() => this.#writeFor(record, mostMs));
  }

  remove(id: string): Promise<void> {
    this.#own.delete(id);
    return this.#queue.run(() => this.#remove([id]));
  }

  async list(): Promise<Live[]> {
    this.#context.watchOwners();
    const { project } = this.#context;
    const rows = await this.#context.query(
      `SELECT body FROM ${this.#table} WHERE project = $1 AND list = $2 ORDER BY seq`,
      [project.id, this.#options.list],
    );
    return rows.flatMap((row) => this.#parse(text(row, 'body')));
  }

  subscribe(listener: LiveListListener<Live>): Subscription {
    this.#listeners.set(listener, '');
    this.#listen();
    this.#timer ??= setInterval(() => {
      if (!this.#context.server.direct.isListening) this.#notify();
    }, pollMs).unref();
    this.#notify();
    return {
      close: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#stopPolling();
      },
    };
  }

  onWake(wake: Wake | null): void {
    const { project } = this.#context;
    const { list } = this.#options;
    if (wake === null || (wake.project === project.id && 'list' in wake && wake.list === list))
      this.#notify();
  }

  /** Writes again what this process has, because the rows went with the number that owned them. */
  onNewOwner(): void {
    for (const id of this.#own.keys()) {
      this.#queue.run(() => this.#write(id)).catch((error: unknown) => this.onError(error));
    }
  }

  onError(error: unknown): void {
    for (const listener of this.#listeners.keys()) listener.error(this.#context.toError(error));
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stopPolling();
    this.#stopListening?.();
    const own = [...this.#own.keys()];
    this.#own.clear();
    if (own.length > 0) await this.#queue.run(() => this.#remove(own));
  }

  #listen(): void {
    this.#stopListening ??= this.#context.server.direct.listen(this);
  }

  #stopPolling(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Writes the state at this moment: a record that was removed meanwhile must not come back. */
  async #write(id: string): Promise<void> {
    const { project } = this.#context;
    await this.#context.asOwner(async (owner) => {
      const record = this.#own.get(id);
      if (record === undefined) return;
      await this.#context.query(
        `WITH saved AS (
           INSERT INTO ${this.#table} (project, list, id, owner, body) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (project, list, id) DO UPDATE SET owner = excluded.owner, body = excluded.body
         ) SELECT pg_notify($6, $1::integer || ' list ' || $2::text)`,
        [project.id, this.#options.list, searchable(id), owner, JSON.stringify(record), this.#channel],
      );
    });
    this.#notify();
  }

  async #writeFor(record: Live, mostMs: number): Promise<void> {
    const { project, server } = this.#context;
    const id = searchable(this.#options.idOf(record));
    await this.#context.query(
      `WITH owner AS (
         INSERT INTO ${server.schema}.owners (id, is_locked, seen_at)
         VALUES ($4, false, now() + $7::integer * interval '1 millisecond' - interval '${expirySeconds} seconds')
         RETURNING id
       ), saved AS (
         INSERT INTO ${this.#table} (project, list, id, owner, body)
         SELECT $1, $2, $3, owner.id, $5 FROM owner
         ON CONFLICT (project, list, id) DO UPDATE SET owner = excluded.owner, body = excluded.body
       ) SELECT pg_notify($6, $1::integer || ' list ' || $2::text)`,
      [
        project.id,
        this.#options.list,
        id,
        randomInt(1, 2 ** 47),
        JSON.stringify(record),
        this.#channel,
        mostMs,
      ],
    );
    this.#notify();
  }

  async #remove(ids: readonly string[]): Promise<void> {
    const { project } = this.#context;
    await this.#context.query(
      `WITH removed AS (DELETE FROM ${this.#table} WHERE project = $1 AND list = $2 AND id = ANY($3))
       SELECT pg_notify($4, $1::integer || ' list ' || $2::text)`,
      [project.id, this.#options.list, ids.map(searchable), this.#channel],
    );
    this.#notify();
  }

  get #table(): string {
    return this.#context.table('live');
  }

  get #channel(): string {
    return channelOf(this.#context.server.schema);
  }

  #notify(): void {
    this.#isBehind = true;
    void this.#readWhileBehind();
  }

  /** One read at a time; what happens meanwhile is read afterwards. */
  async #readWhileBehind(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isBehind && this.#listeners.size > 0) {
      this.#isBehind = false;
      await this.list().then(
        (records) => {
          this.#isFailing = false;
          this.#notifyChanged(records);
        },
        (error: unknown) => {
          // It is read again every two seconds, and the reason stays the same.
          if (!this.#isFailing) this.onError(error);
          this.#isFailing = true;
        },
      );
    }
    this.#isReading = false;
  }

  #notifyChanged(records: Live[]): void {
    const seen = JSON.stringify(records);
    for (const [listener, before] of this.#listeners) {
      if (before === seen) continue;
      this.#listeners.set(listener, seen);
      try {
        listener.records(records);
      } catch (error) {
        listener.error(error);
      }
    }
  }

  /** Nothing for what cannot be read, so that the other records can be. */
  #parse(body: string): Live[] {
    try {
      return [this.#options.schema.parse(parseJson(body))];
    } catch {
      // Another release wrote it.
      return [];
    }
  }
}
