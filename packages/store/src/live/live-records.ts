import type { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';

import { touch, watchWakeFile } from '../feed/wake-file.ts';
import type { FolderWatch } from '../files/file-watch.ts';
import type { Database, Row } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';
import type { Keeper, LiveListListener, Subscription } from '../store.ts';

import type { KeptList } from './agents-in.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { LiveDatabase, LiveTable } from './live-database.ts';
import { heartbeatMs, isAlive, keptColumns, ownColumns } from './owner.ts';

export interface LiveRecordsOptions<Live> {
  table: Exclude<LiveTable, 'sessions'>;
  schema: z.ZodType<Live>;
  idOf: (record: Live) => string;
  store: string;
  wakeFile: string | null;
  now: () => Date;
  /** How soon the death of another process is noticed. */
  checkMs: number;
  heartbeat: Heartbeat;
}

/**
 * Records of one store that live as long as the process that wrote them: this process writes the heartbeats of its own,
 * and reads those of others.
 */
export class LiveRecords<Live> implements KeptList<Live> {
  readonly #live: LiveDatabase;
  readonly #options: LiveRecordsOptions<Live>;
  readonly #own = new Map<string, Live>();
  readonly #listeners = new Map<LiveListListener<Live>, string>();
  readonly #watch: FolderWatch | null;
  #check: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #reads = 0;
  #toldRead = 0;
  #awakeSince = 0;

  constructor(live: LiveDatabase, options: LiveRecordsOptions<Live>) {
    this.#live = live;
    this.#options = options;
    live.onOpen((database) => {
      for (const id of this.#own.keys()) this.#write(database, id);
    });
    const { wakeFile } = options;
    this.#watch = wakeFile === null ? null : watchWakeFile(wakeFile, () => this.#notify());
  }

  async save(record: Live): Promise<void> {
    const id = this.#options.idOf(record);
    this.#own.set(id, record);
    this.#options.heartbeat.start();
    await this.#live.use((database) => this.#write(database, id));
    this.#wake();
  }

  /** Also after this process has ended. */
  async saveFor(record: Live, keeper: Keeper): Promise<void> {
    const id = this.#options.idOf(record);
    this.#own.delete(id);
    const columns = keptColumns(keeper, this.#options.now());
    await this.#live.use((database) => this.#insert(database, record, columns));
    this.#wake();
  }

  async remove(id: string): Promise<void> {
    this.#own.delete(id);
    await this.#remove([id]);
    this.#wake();
  }

  async list(): Promise<Live[]> {
    const { table, store, now } = this.#options;
    const rows = await this.#live.use((database) =>
      database.all(`SELECT * FROM ${table} WHERE store = ? ORDER BY rowid`, store),
    );
    const at = now();
    const dead = rows.filter((row) => !isAlive(row, at, this.#awakeSince));
    if (dead.length > 0) await this.#removeDead(dead);
    return rows.filter((row) => !dead.includes(row)).flatMap((row) => this.#parse(row));
  }

  subscribe(listener: LiveListListener<Live>): Subscription {
    if (this.#listeners.size === 0) {
      this.#watch?.start();
      this.#check = setInterval(() => this.#look(), this.#options.checkMs).unref();
    }
    this.#listeners.set(listener, '');
    this.#notify();
    return {
      close: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#stopWatching();
      },
    };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stopWatching();
    const own = [...this.#own.keys()];
    this.#own.clear();
    if (own.length === 0) return;
    await this.#remove(own);
    this.#wake();
  }

  #stopWatching(): void {
    clearInterval(this.#check);
    this.#watch?.stop();
  }

  /** A process that was killed does not report it, so the others check. */
  #look(): void {
    const at = this.#options.now().getTime();
    // The machine was asleep: the other processes could not write heartbeats either.
    if (this.#lookedAt > 0 && at - this.#lookedAt > heartbeatMs) this.#awakeSince = at;
    this.#lookedAt = at;
    this.#watch?.renew();
    this.#notify();
  }

  #wake(): void {
    if (this.#options.wakeFile !== null) touch(this.#options.wakeFile);
    this.#notify();
  }

  #notify(): void {
    if (this.#listeners.size === 0) return;
    const read = ++this.#reads;
    this.list().then(
      (records) => {
        // A read that had to wait for the file may end after one that began later, and is outdated then.
        if (read < this.#toldRead) return;
        this.#toldRead = read;
        this.#notifyChanged(records);
      },
      (error: unknown) => this.#notifyFailed(error),
    );
  }

  /** Once for each failure that lasts, because the list is read again every few seconds. */
  #notifyFailed(error: unknown): void {
    for (const [listener, before] of this.#listeners) {
      if (before === failed) continue;
      this.#listeners.set(listener, failed);
      listener.error(error);
    }
  }

  #notifyChanged(records: Live[]): void {
    const seen = JSON.stringify(records);
    for (const [listener, before] of this.#listeners) {
      if (before === seen) continue;
      this.#listeners.set(listener, seen);
      notify(listener, records);
    }
  }

  /** Writes the state at this moment: a record that was removed meanwhile must not come back. */
  #write(database: Database, id: string): void {
    const record = this.#own.get(id);
    if (record !== undefined) this.#insert(database, record, ownColumns(this.#options.now()));
  }

  #insert(database: Database, record: Live, owner: ReturnType<typeof keptColumns>): void {
    const { table, store, idOf } = this.#options;
    database.run(
      `INSERT INTO ${table} (store, id, body, machine, pid, started_at, heartbeat_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (store, id) DO UPDATE SET body = excluded.body, machine = excluded.machine, pid = excluded.pid,
         started_at = excluded.started_at, heartbeat_at = excluded.heartbeat_at`,
      store,
      idOf(record),
      JSON.stringify(record),
      ...owner,
    );
  }

  #remove(ids: readonly string[]): Promise<void> {
    const { table, store } = this.#options;
    return this.#live.useIfExists((database) => {
      for (const id of ids) database.run(`DELETE FROM ${table} WHERE store = ? AND id = ?`, store, id);
    });
  }

  /** Removes only the rows that were read: the same record may have been written again meanwhile. */
  #removeDead(rows: readonly Row[]): Promise<void> {
    const { table, store } = this.#options;
    return this.#live.use((database) => {
      for (const row of rows) {
        database.run(
          `DELETE FROM ${table} WHERE store = ? AND id = ? AND pid = ? AND started_at = ? AND heartbeat_at = ?`,
          store,
          text(row, 'id'),
          integer(row, 'pid'),
          text(row, 'started_at'),
          text(row, 'heartbeat_at'),
        );
      }
    });
  }

  /** Nothing for what cannot be read, so that the other records can be. */
  #parse(row: Row): Live[] {
    try {
      return [this.#options.schema.parse(parseJson(text(row, 'body')))];
    } catch {
      // The process that wrote it, if it lives, writes it again.
      return [];
    }
  }
}

/** Instead of the JSON that a listener got last. */
const failed = 'failed';

function notify<Live>(listener: LiveListListener<Live>, records: Live[]): void {
  try {
    listener.records(records);
  } catch (error) {
    listener.error(error);
  }
}
