/** Starts agents in a project and gives them its annotations, until it is closed. */
import type { ConsentPage } from '@annotate-mcp/consent';
import { AnnotateError, type Annotation, isHandedFrom } from '@annotate-mcp/core';
import { keepClaims, type Store } from '@annotate-mcp/store';

import { askName } from './agent/agent-session.ts';
import { KeptSessions } from './agent/kept-sessions.ts';
import { findRepository } from './git/repository.ts';
import type { LoopAgent, OpenOther } from './loop/other-agents.ts';
import { WorkLoop } from './loop/work-loop.ts';
import { type AgentSetup, nameIn, TreeWorkplace, type Workplace } from './loop/workplace.ts';
import { WorktreeWorkplace } from './loop/worktree-workplace.ts';
import type { AgentCommand } from './presets/preset.ts';
import { AgentSettings } from './settings/agent-settings.ts';
import { RememberedSettings } from './settings/remembered-settings.ts';

export interface WorkOptions extends Omit<AgentSetup, 'settings' | 'kept' | 'title'> {
  /** Where what the person chose is kept; default: the folder of their settings. */
  settingsFolder?: string;
  store: Store;
  root: string;
  ask: ConsentPage['ask'];
  /** Asks the person which agent takes over an annotation; `null` when they want none. `problem`: why not the one before. */
  chooseOther?: (
    annotation: Annotation,
    problem: string | undefined,
    signal: AbortSignal,
  ) => Promise<AgentCommand | null>;
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
    openOther: otherOpener(options, now),
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

/** Asks again when the agent that was chosen does not start, or is one that it was taken from. */
function otherOpener(options: WorkOptions, now: () => Date): OpenOther | undefined {
  const { chooseOther } = options;
  if (chooseOther === undefined) return undefined;
  return async (annotation, signal) => {
    let problem: string | undefined;
    for (;;) {
      const command = await chooseOther(annotation, problem, signal);
      if (command === null || signal.aborted) return null;
      try {
        const opened = await openWorkplace({ ...options, command }, now);
        if (!isHandedFrom(annotation, opened.agentName)) return opened;
        await opened.workplace.close();
        problem = `${opened.agentName} had it before. Choose another agent.`;
      } catch (error) {
        if (!(error instanceof AnnotateError)) throw error;
        problem = `${error.message} ${error.hint}`;
      }
    }
  };
}

/** In the project's tree the agent is started at once, so that it is ready when an annotation comes. */
async function openWorkplace(options: WorkOptions, now: () => Date): Promise<LoopAgent> {
  const { store, root, worktrees, ask, log, onError, worktreeFolder } = options;
  const setup = setUp(options);
  if (worktrees) {
    const repository = await findRepository(root);
    setup.title ??= await askTitle(setup, root);
    const folder = worktreeFolder === undefined ? {} : { folder: worktreeFolder };
    const workplace = new WorktreeWorkplace({
      store,
      root,
      now,
      repository,
      setup,
      ask,
      log,
      onError,
      ...folder,
    });
    return { workplace: ending(workplace, setup), agentName: nameIn(setup) };
  }
  const workplace = new TreeWorkplace(root, setup);
  const { session } = await workplace.open();
  return { workplace: ending(workplace, setup), agentName: session.name };
}

function setUp(options: WorkOptions): AgentSetup {
  const { root, command, version, server, serverEnv, ask, log, onError, settingsFolder, settingMs } = options;
  const remembered = new RememberedSettings(root, settingsFolder);
  const settings = new AgentSettings({ command, remembered, ask, log, onError });
  const kept = new KeptSessions(root, settingsFolder);
  const { title } = remembered.of(command);
  return { command, version, server, serverEnv, settings, kept, title, settingMs };
}

/** Agents in worktrees have one name before the first of them is started. */
async function askTitle({ command, version }: AgentSetup, folder: string): Promise<string> {
  if (command.isTyped !== true) return command.name;
  const serverFor = () => ({ name: 'annotate', command: '', args: [], env: [] });
  return askName({ command, folder, version, serverFor });
}

/** The person is no longer asked how the agents of a workplace are set when it is closed. */
function ending(workplace: Workplace, { settings }: AgentSetup): Workplace {
  return {
    open: (annotation) => workplace.open(annotation),
    close: async () => {
      settings.close();
      await workplace.close();
    },
  };
}
