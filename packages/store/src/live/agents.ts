import type { AgentPresence } from '@annotate-mcp/core';
import { agentPresenceSchema } from '@annotate-mcp/core/schema';

import { FolderWatch } from '../feed/folder-watch.ts';
import { touch } from '../feed/touch.ts';
import { text } from '../sqlite/row.ts';
import type { Agents, AgentsListener, Subscription } from '../store.ts';

import type { LiveDatabase } from './live-database.ts';
import { heartbeatMs, isAlive, ownColumns } from './owner.ts';

export interface AgentsOptions {
  store: string;
  wakeFile: string | null;
  now: () => Date;
  /** How soon the death of an agent's process is noticed. */
  checkMs: number;
}

/** Agents of one store: those of this process are kept alive by it, the others are looked up. */
export class LiveAgents implements Agents {
  readonly #live: LiveDatabase;
  readonly #options: AgentsOptions;
  readonly #own = new Map<string, AgentPresence>();
  readonly #listeners = new Map<AgentsListener, string>();
  readonly #watch: FolderWatch | null;
  #heartbeat: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;

  constructor(live: LiveDatabase, options: AgentsOptions) {
    this.#live = live;
    this.#options = options;
    this.#watch = options.wakeFile === null ? null : new FolderWatch(options.wakeFile, () => this.#tell());
  }

  async announce(agent: AgentPresence): Promise<void> {
    this.#own.set(agent.agentId, agent);
    this.#heartbeat ??= setInterval(() => void this.#beat(), heartbeatMs).unref();
    await this.#save(agent);
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
    const dead = rows.filter((row) => !isAlive(row, at)).map((row) => text(row, 'id'));
    if (dead.length > 0) await this.#remove(dead);
    return rows
      .filter((row) => !dead.includes(text(row, 'id')))
      .map((row) => agentPresenceSchema.parse(JSON.parse(text(row, 'body'))));
  }

  subscribe(listener: AgentsListener): Subscription {
    if (this.#listeners.size === 0) {
      this.#watch?.start();
      this.#check = setInterval(() => this.#look(), this.#options.checkMs).unref();
    }
    this.#listeners.set(listener, '');
    this.#tell();
    return {
      close: () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#stopWatching();
      },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
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

  /** No process says that it was killed, so the living look. */
  #look(): void {
    this.#watch?.renew();
    this.#tell();
  }

  #wake(): void {
    if (this.#options.wakeFile !== null) touch(this.#options.wakeFile);
    this.#tell();
  }

  #tell(): void {
    if (this.#listeners.size === 0) return;
    this.list().then(
      (agents) => this.#tellWhatIsNew(agents),
      (error: unknown) => {
        for (const listener of this.#listeners.keys()) listener.error(error);
      },
    );
  }

  #tellWhatIsNew(agents: AgentPresence[]): void {
    const seen = JSON.stringify(agents);
    for (const [listener, before] of this.#listeners) {
      if (before === seen) continue;
      this.#listeners.set(listener, seen);
      listener.agents(agents);
    }
  }

  async #beat(): Promise<void> {
    for (const agent of this.#own.values()) {
      await this.#save(agent).catch(() => {
        // The next beat is near; an agent that misses three is taken for gone, which then is true enough.
      });
    }
  }

  #save(agent: AgentPresence): Promise<unknown> {
    const { store, now } = this.#options;
    return this.#live.use((database) =>
      database.run(
        `INSERT OR REPLACE INTO agents (store, id, body, machine, pid, started_at, heartbeat_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        store,
        agent.agentId,
        JSON.stringify(agent),
        ...ownColumns(now()),
      ),
    );
  }

  #remove(agentIds: readonly string[]): Promise<unknown> {
    const { store } = this.#options;
    return this.#live.use((database) => {
      for (const id of agentIds) database.run('DELETE FROM agents WHERE store = ? AND id = ?', store, id);
    });
  }
}
