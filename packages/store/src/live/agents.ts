import type { AgentPresence } from '@annotate-mcp/core';
import { agentPresenceSchema } from '@annotate-mcp/core/schema';

import { touch } from '../feed/touch.ts';
import { FileWatch } from '../files/file-watch.ts';
import type { Database, Row } from '../sqlite/database.ts';
import { integer, text } from '../sqlite/row.ts';
import type { Agents, AgentsListener, Subscription } from '../store.ts';

import type { Heartbeat } from './heartbeat.ts';
import type { LiveDatabase } from './live-database.ts';
import { heartbeatMs, isAlive, ownColumns } from './owner.ts';

export interface AgentsOptions {
  store: string;
  wakeFile: string | null;
  now: () => Date;
  /** How soon the death of an agent's process is noticed. */
  checkMs: number;
  heartbeat: Heartbeat;
}

/** Agents of one store: this process writes the heartbeats of its own, and reads those of others. */
export class LiveAgents implements Agents {
  readonly #live: LiveDatabase;
  readonly #options: AgentsOptions;
  readonly #own = new Map<string, AgentPresence>();
  readonly #listeners = new Map<AgentsListener, string>();
  readonly #watch: FileWatch | null;
  #check: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #awakeSince = 0;

  constructor(live: LiveDatabase, options: AgentsOptions) {
    this.#live = live;
    this.#options = options;
    live.onOpen((database) => {
      for (const agentId of this.#own.keys()) this.#write(database, agentId);
    });
    this.#watch =
      options.wakeFile === null
        ? null
        : new FileWatch(options.wakeFile, () => this.#notify(), { createFolder: true });
  }

  async announce(agent: AgentPresence): Promise<void> {
    this.#own.set(agent.agentId, agent);
    this.#options.heartbeat.start();
    await this.#save(agent.agentId);
    this.#wake();
  }

  async leave(agentId: string): Promise<void> {
    this.#own.delete(agentId);
    await this.#remove([agentId]);
    this.#wake();
  }

  async list(): Promise<AgentPresence[]> {
    const { store, now } = this.#options;
    const rows = await this.#live.use((database) =>
      database.all('SELECT * FROM agents WHERE store = ? ORDER BY rowid', store),
    );
    const at = now();
    const dead = rows.filter((row) => !isAlive(row, at, this.#awakeSince));
    if (dead.length > 0) await this.#removeDead(dead);
    return rows.filter((row) => !dead.includes(row)).flatMap((row) => presenceIn(row) ?? []);
  }

  subscribe(listener: AgentsListener): Subscription {
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
    this.list().then(
      (agents) => this.#notifyChanged(agents),
      (error: unknown) => {
        for (const listener of this.#listeners.keys()) listener.error(error);
      },
    );
  }

  #notifyChanged(agents: AgentPresence[]): void {
    const seen = JSON.stringify(agents);
    for (const [listener, before] of this.#listeners) {
      if (before === seen) continue;
      this.#listeners.set(listener, seen);
      notify(listener, agents);
    }
  }

  #save(agentId: string): Promise<void> {
    return this.#live.use((database) => this.#write(database, agentId));
  }

  /** Writes the state at this moment: an agent that left meanwhile must not come back. */
  #write(database: Database, agentId: string): void {
    const { store, now } = this.#options;
    const agent = this.#own.get(agentId);
    if (agent === undefined) return;
    database.run(
      `INSERT OR REPLACE INTO agents (store, id, body, machine, pid, started_at, heartbeat_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      store,
      agentId,
      JSON.stringify(agent),
      ...ownColumns(now()),
    );
  }

  #remove(agentIds: readonly string[]): Promise<void> {
    const { store } = this.#options;
    return this.#live.use((database) => {
      for (const id of agentIds) database.run('DELETE FROM agents WHERE store = ? AND id = ?', store, id);
    });
  }

  /** Removes only the rows that were read: the same agent may have come back meanwhile. */
  #removeDead(rows: readonly Row[]): Promise<void> {
    const { store } = this.#options;
    return this.#live.use((database) => {
      for (const row of rows) {
        database.run(
          'DELETE FROM agents WHERE store = ? AND id = ? AND pid = ? AND started_at = ? AND heartbeat_at = ?',
          store,
          text(row, 'id'),
          integer(row, 'pid'),
          text(row, 'started_at'),
          text(row, 'heartbeat_at'),
        );
      }
    });
  }
}

/** `null` for what cannot be read, so that the other agents can be. */
function presenceIn(row: Row): AgentPresence | null {
  try {
    return agentPresenceSchema.parse(JSON.parse(text(row, 'body')));
  } catch {
    // An agent that is connected announces itself again.
    return null;
  }
}

function notify(listener: AgentsListener, agents: AgentPresence[]): void {
  try {
    listener.agents(agents);
  } catch (error) {
    listener.error(error);
  }
}
