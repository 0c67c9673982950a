/** Gathers what doctor checks, without changing anything. The checks are in checks.ts. */
import type { AgentPresence, Session } from '@annotate-mcp/core';
import {
  everyAnnotation,
  partsOf,
  rootMarker,
  type UnreadableRecord,
  type Store,
  storeFile,
  withSidecars,
} from '@annotate-mcp/store';
import { type DetachedProcess, findDetachedProcesses, isInside } from '@annotate-mcp/store/files';
import { hasRunningHub } from '@annotate-mcp/store/hub-presence';
import { readOffParts } from '@annotate-mcp/store/off-parts';
import { RepositoryTrust, trustedFolderOf, unusableKeyFolder } from '@annotate-mcp/store/trust';

import { type AgentConfigs, readAgentConfigs } from '../agents/read-agent-configs.ts';
import type { GlobalOptions } from '../cli-command.ts';
import { describeFailure, type Failure } from '../errors.ts';
import { openExisting, locateStore, type StoreLocation, using } from '../project-store.ts';
import { commentsFromRepository } from '../trust/project-comments.ts';

import { type BridgeFacts, readBridgeFacts } from './bridge-facts.ts';
import { type PageSide, readPageSides } from './page-side.ts';

export interface Facts {
  now: Date;
  nodeVersion: string;
  root: { path: string; why: string } | Failure;
  /** `missing` when it has not been created yet; `unknown` when there is no project root. */
  store: { state: 'open' | 'missing' | 'unknown'; url: string } | Failure;
  /** `null` when the store cannot be opened. */
  inside: StoreContents | null;
  /** `null` when a store cannot be read. */
  trust: Trust | null;
  pageSides: PageSide[] | Failure;
  /** Why git cannot be used; `null` where it can, and where there is no repository. */
  git: Failure | null;
  /** A dev server, or any other server with a hub, runs in this project. */
  hasHub: boolean;
  /** What running dev servers have switched off, as their terminals said it. */
  offParts: readonly string[];
  configs: AgentConfigs;
  bridge: BridgeFacts;
}

export interface StoreContents {
  sessions: Session[];
  agents: AgentPresence[];
  pending: { count: number; oldest: string | null };
  /** Claims of agents that have disconnected. */
  orphans: { agentName: string; count: number }[];
  /** Records that cannot be read. */
  unreadable: UnreadableRecord[];
  /** Processes that have the store open without others noticing; `null` when that cannot be found out. */
  detached: DetachedProcess[] | null;
}

interface Trust {
  /** The folder of the user's key, when none can be kept there. */
  unusableKeyFolder: string | null;
  /** The person trusts all that comes with the repository. */
  isTrusted: boolean;
  /** Comments that agents do not get, by the author that they claim, of all stores of the project. */
  waiting: { authorId: string; count: number }[];
}

export async function gatherFacts(options: GlobalOptions, cwd: string): Promise<Facts> {
  const base = {
    now: new Date(),
    nodeVersion: process.versions.node,
    bridge: await readBridgeFacts(),
  };
  const location = attempt(() => locateStore(options));
  if ('error' in location) {
    const configs = await readAgentConfigs([cwd]);
    return {
      ...base,
      root: location,
      store: { state: 'unknown', url: '' },
      inside: null,
      trust: null,
      pageSides: [],
      git: null,
      hasHub: false,
      offParts: [],
      configs,
    };
  }
  return {
    ...base,
    root: { path: location.root, why: describeRoot(location, cwd) },
    ...(await readStore(location)),
    trust: await readTrust(location),
    pageSides: readPageSides(isInside(cwd, location.root) ? cwd : location.root, location.root),
    git: await readGit(location.root),
    hasHub: hasRunningHub(location.root),
    offParts: readOffParts(location.root),
    configs: await readAgentConfigs([...new Set([location.root, cwd])]),
  };
}

/** With the oldest git that keeps diffs and undo. */
async function readGit(root: string): Promise<Failure | null> {
  const { findRepositoryPlace, requireGit } = await import('@annotate-mcp/store/git');
  if (findRepositoryPlace(root) === null) return null;
  try {
    await requireGit(root, '2.32');
    return null;
  } catch (error) {
    return describeFailure(error);
  }
}

function attempt<T>(work: () => T): T | Failure {
  try {
    return work();
  } catch (error) {
    return describeFailure(error);
  }
}

function describeRoot({ root, rootBy }: StoreLocation, cwd: string): string {
  const around = root === cwd ? '' : ' around the current folder';
  switch (rootBy) {
    case 'option':
      return 'by --root';
    case 'variable':
      return 'by ANNOTATE_PROJECT_ROOT';
    case 'marker':
      return `by ${rootMarker}`;
    case 'git':
      return `the git root${around}`;
    case 'workspace':
      return `the root of the workspace${around}; it is no git repository`;
    case 'lockfile':
    case 'package':
      return `the root of the package${around}; it is no git repository`;
    case 'folder':
      return 'the current folder; there is no git repository around it';
  }
}

const noContents: StoreContents = {
  sessions: [],
  agents: [],
  pending: { count: 0, oldest: null },
  orphans: [],
  unreadable: [],
  detached: [],
};

async function readStore(location: StoreLocation): Promise<Pick<Facts, 'store' | 'inside'>> {
  try {
    const store = await openExisting(location);
    if (store === null) return { store: { state: 'missing', url: location.file ?? '' }, inside: noContents };
    return {
      // The address as it was given may contain a password; the one of the open store does not.
      store: { state: 'open', url: location.file ?? store.url },
      inside: await using(withSidecars(store, location), (open) => readContents(open, store.url)),
    };
  } catch (error) {
    return { store: describeFailure(error), inside: null };
  }
}

async function readContents(store: Store, url: string): Promise<StoreContents> {
  const detachedBefore = detachedFrom(url);
  const agents = await store.agents.list();
  const pending = { status: ['pending'], origin: 'own' } as const;
  const oldest = await store.list(pending, { limit: 1 });
  return {
    sessions: await store.sessions.list(),
    agents,
    pending: {
      count: await store.count(pending),
      oldest: oldest.annotations[0]?.createdAt ?? null,
    },
    orphans: await orphansIn(store),
    unreadable: await store.listUnreadable(),
    // Found twice: a process that opened or closed the store at that moment is found once.
    detached:
      detachedFrom(url)?.filter(({ pid }) => detachedBefore?.some((before) => before.pid === pid) === true) ??
      null,
  };
}

function detachedFrom(url: string): DetachedProcess[] | null {
  const file = storeFile(url);
  return file?.scheme === 'sqlite' ? findDetachedProcesses(file.path) : [];
}

/** Annotations and comments on documents are held by agents of different lists. */
async function orphansIn(store: Store): Promise<StoreContents['orphans']> {
  const counts = new Map<string, number>();
  for (const part of partsOf(store)) {
    const present = new Set((await part.agents.list()).map(({ agentId }) => agentId));
    for await (const annotation of everyAnnotation(part, { status: ['acknowledged'] })) {
      if (annotation.status !== 'acknowledged' || present.has(annotation.claim.agentId)) continue;
      const { agentName } = annotation.claim;
      counts.set(agentName, (counts.get(agentName) ?? 0) + 1);
    }
  }
  return [...counts].map(([agentName, count]) => ({ agentName, count }));
}

async function readTrust(location: StoreLocation): Promise<Trust | null> {
  try {
    const comments = await commentsFromRepository(location);
    const counts = Map.groupBy(comments, ({ authorId }) => authorId);
    return {
      unusableKeyFolder: unusableKeyFolder(),
      isTrusted: new RepositoryTrust().isTrusted(
        trustedFolderOf(location.file ?? location.root, location.root),
      ),
      waiting: [...counts].map(([authorId, { length }]) => ({ authorId, count: length })),
    };
  } catch {
    // The check of the store says what is wrong with it.
    return null;
  }
}
