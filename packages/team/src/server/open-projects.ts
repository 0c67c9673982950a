/** The projects that this server serves at the moment: each from its first request until it was not used for a while. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createStoreHub, type Hub } from '@annotate-mcp/hub';
import {
  createStatelessMcp,
  IdleTimer,
  type StatelessMcp,
  systemTimer,
  type Timer,
} from '@annotate-mcp/mcp-server/http';
import type { Store } from '@annotate-mcp/store';

import type { Database } from '../database/database.ts';

import { withTokenAgents } from './token-agents.ts';

/** A project that stays open until `done` was called, which every user does once. */
export interface UsedProject {
  readonly store: Store;
  readonly hub: Hub;
  readonly mcp: StatelessMcp;
  readonly done: () => void;
}

export interface OpenProjectsDeps {
  readonly database: Database;
  readonly openStore: (project: string) => Promise<Store>;
  /** An empty folder of this server: the files of projects are on other machines. */
  readonly folder: string;
  readonly overlayFolder: () => string;
  readonly version: string;
  readonly onError: (error: unknown) => void;
  readonly timer?: Timer;
}

type Opened = Omit<UsedProject, 'done'>;

interface Entry {
  readonly opened: Promise<Opened>;
  readonly idle: IdleTimer;
}

/**
 * How long after its last socket and call a project is closed. Longer than an agent counts as present without a call, so
 * that what a vanished agent had claimed is free before.
 */
export const idleMs = 15 * 60_000;

export class OpenProjects {
  readonly #deps: OpenProjectsDeps;
  readonly #open = new Map<string, Entry>();
  readonly #closing = new Set<Promise<void>>();

  constructor(deps: OpenProjectsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Rejects when the store cannot be opened; the next request tries again. */
  async use(project: string): Promise<UsedProject> {
    const entry = this.#open.get(project) ?? this.#add(project);
    const finish = entry.idle.begin();
    return { ...(await entry.opened), done: () => finish(idleMs) };
  }

  /** Pages connect again after `code`, to another server. Stores stay open until the requests are finished: `closeStores`. */
  async endConnections(code: number): Promise<void> {
    await this.#forEach(async ({ hub, mcp }) => {
      await Promise.all([hub.close(code), mcp.close()]);
    });
  }

  async closeStores(): Promise<void> {
    await this.#forEach(({ store }) => store.close());
    await Promise.all(this.#closing);
  }

  #add(project: string): Entry {
    const { timer = systemTimer, onError } = this.#deps;
    const entry: Entry = {
      opened: openProject(project, this.#deps),
      idle: new IdleTimer(timer, () => {
        // The next request opens it again, even while this one is being closed.
        this.#open.delete(project);
        const closing = close(entry).catch(onError);
        this.#closing.add(closing);
        void closing.then(() => this.#closing.delete(closing));
      }),
    };
    this.#open.set(project, entry);
    entry.opened.catch(() => this.#open.delete(project));
    return entry;
  }

  async #forEach(work: (project: Opened) => Promise<void>): Promise<void> {
    for (const { idle } of this.#open.values()) idle.stop();
    const opened = await Promise.allSettled([...this.#open.values()].map((entry) => entry.opened));
    await Promise.all(opened.flatMap((each) => (each.status === 'fulfilled' ? [work(each.value)] : [])));
  }
}

async function close({ opened }: Entry): Promise<void> {
  const { hub, mcp, store } = await opened;
  await Promise.all([hub.close(), mcp.close()]);
  await store.close();
}

async function openProject(project: string, deps: OpenProjectsDeps): Promise<Opened> {
  const { database, openStore, folder, version, onError } = deps;
  const root = join(folder, project);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const store = withTokenAgents(await openStore(project), { database, project });
  try {
    const mcp = await createStatelessMcp({ store, root, version, onError });
    const hub = await createStoreHub({
      store,
      projectRoot: root,
      // The same on every server of the database.
      projectId: `team ${project}`,
      onError,
      keepsOverlay: true,
      get overlayFolder() {
        return deps.overlayFolder();
      },
    });
    return { store, hub, mcp };
  } catch (error) {
    await store.close();
    throw error;
  }
}
