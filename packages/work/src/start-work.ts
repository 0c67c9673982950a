/** Starts agents in a project and gives them its annotations, until it is closed. */
import type { ConsentPage } from '@annotate-mcp/consent';
import { keepClaims, type Store } from '@annotate-mcp/store';

import { findRepository } from './git/repository.ts';
import { WorkLoop } from './loop/work-loop.ts';
import { type AgentSetup, TreeWorkplace, type Workplace } from './loop/workplace.ts';
import { WorktreeWorkplace } from './loop/worktree-workplace.ts';

export interface WorkOptions extends AgentSetup {
  store: Store;
  root: string;
  ask: ConsentPage['ask'];
  /** Several agents need worktrees. */
  agents: number;
  worktrees: boolean;
  /** Where worktrees are; default: a folder of the user's cache. */
  worktreeFolder?: string;
  now?: () => Date;
  log: (line: string) => void;
  onError: (error: unknown) => void;
}

export interface RunningWork {
  /** What the agents call themselves. */
  readonly agentName: string;
  /** Rejects when the agents fail again and again. */
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

/** Throws a `AnnotateError` when the agent cannot be started: it is not installed, not signed in, or does not speak ACP. */
export async function startWork(options: WorkOptions): Promise<RunningWork> {
  const { store, root, ask, log, onError, now = () => new Date() } = options;
  const { workplace, agentName } = await openWorkplace(options, now);
  const claims = keepClaims(store, now, onError);
  const loop = new WorkLoop({
    store,
    root,
    workplace,
    agentName,
    agents: options.worktrees ? options.agents : 1,
    ask,
    now,
    log,
    onError,
  });
  const close = async () => {
    await loop.close();
    await workplace.close();
    claims.close();
  };
  try {
    await loop.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { agentName, ended: loop.ended, close };
}

interface OpenWorkplace {
  readonly workplace: Workplace;
  readonly agentName: string;
}

/** In the project's tree the agent is started at once, so that it is ready when an annotation comes. */
async function openWorkplace(options: WorkOptions, now: () => Date): Promise<OpenWorkplace> {
  const { store, root, command, worktrees, ask, log, onError, worktreeFolder } = options;
  if (worktrees) {
    const repository = await findRepository(root);
    const folder = worktreeFolder === undefined ? {} : { folder: worktreeFolder };
    const workplace = new WorktreeWorkplace({
      store,
      root,
      now,
      repository,
      setup: options,
      ask,
      log,
      onError,
      ...folder,
    });
    return { workplace, agentName: command.name };
  }
  const workplace = new TreeWorkplace(root, options);
  const { session } = await workplace.open();
  return { workplace, agentName: session.name };
}
