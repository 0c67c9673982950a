/** `annotate-mcp work` from its arguments to its end. */
import { type ConsentPage, openConsentPage } from '@annotate-mcp/consent';
import type { Store } from '@annotate-mcp/store';
import { programFinder } from '@annotate-mcp/store/programs';
import {
  type Available,
  type Choice,
  commandOf,
  describeCommand,
  onlyInstalled,
  presetsFor,
  rememberChoice,
  rememberedChoice,
  type RunningWork,
  startWork,
} from '@annotate-mcp/work';

import type { ExitCode, GlobalOptions } from '../command.ts';
import { CliError } from '../errors.ts';
import { locateStore, openStoreLater, type StoreLocation, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';
import { programCommand } from '../this-program.ts';
import { version } from '../version.ts';

import { offerAgents } from './offer.ts';
import { runAlone } from './one-at-a-time.ts';
import { printQuestions } from './print-questions.ts';
import { stopSignal } from './stop-signal.ts';
import { untilReachable } from './until-reachable.ts';

export interface WorkCommandOptions {
  agent?: string;
  agents?: number;
  worktrees?: boolean;
  offer?: boolean;
}

/** Resolves when it was stopped, when the person does not want an agent, or when the agents fail again and again. */
export async function work(
  words: readonly string[],
  options: WorkCommandOptions & GlobalOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { agents = 1, worktrees = false } = options;
  if (agents > 1 && !worktrees) throw severalNeedWorktreesError();
  const location = locateStore(options);
  const available: Available = { presets: presetsFor(), programs: programFinder(location.root) };
  const chosen = choiceIn(words, options);
  // Before anything is opened, so that a wrong name or a missing program is said at once.
  if (options.offer !== true) commandOf(chosen ?? usualChoice(location.root, available), available);
  return runAlone(location.root, async () =>
    using(await openStoreLater(location), (store) =>
      workIn(store, { ...options, chosen, available, location, terminal }),
    ),
  );
}

interface Session extends WorkCommandOptions {
  chosen: Choice | null;
  available: Available;
  location: StoreLocation;
  terminal: Terminal;
}

async function workIn(store: Store, session: Session): Promise<ExitCode> {
  const { chosen, available, location, terminal, offer = false } = session;
  const onError = (error: unknown) => terminal.note(`annotate-mcp: ${printable(String(error))}`);
  const stopping = stopSignal();
  const { signal } = stopping;
  const onWait = (reason: string) => terminal.note(printable(`${reason} ${waits}`));
  if (!(await untilReachable(store, { signal, onWait }))) {
    stopping.close();
    return 0;
  }
  const consent = await openConsentPage({ store, onError });
  const questions = printQuestions(store, terminal, onError);
  const start = (choice: Choice) => startAgents(choice, store, consent, session, onError);
  try {
    const running = offer
      ? await offerAgents({ consent, available, root: location.root, start, signal })
      : await start(chosen ?? usualChoice(location.root, available));
    if (running === null) return 0;
    if (chosen !== null) rememberChoice(location.root, chosen);
    return await untilStopped(running, signal);
  } finally {
    questions.close();
    await consent.close();
    stopping.close();
  }
}

const waits = 'Work begins when it can be used; press Ctrl+C to end it.';

async function startAgents(
  choice: Choice,
  store: Store,
  consent: ConsentPage,
  { available, location, terminal, agents = 1, worktrees = false }: Session,
  onError: (error: unknown) => void,
): Promise<RunningWork> {
  const command = commandOf(choice, available);
  terminal.print(`Starts ${command.name}: ${printable(describeCommand(command))}`);
  const running = await startWork({
    store,
    root: location.root,
    command,
    version,
    server: serverFor(location),
    serverEnv: serverVariables(),
    ask: (asked, withdrawn) => consent.ask(asked, withdrawn),
    agents,
    worktrees,
    log: (line) => terminal.print(printable(line)),
    onError,
  });
  terminal.print(`${command.name} waits for what you send. Press Ctrl+C to end it.`);
  return running;
}

/** This program again, as the MCP server of the project's store, wherever the agent starts it. */
function serverFor({ root, url, named }: StoreLocation): { command: string; args: string[] } {
  const [command, ...args] = programCommand();
  return {
    command,
    args: [...args, '--root', root, ...(named ? ['--store', url] : []), '--toolsets', 'annotations'],
  };
}

/** Agents start the server with a few variables only; it has to find the same key as this process. */
function serverVariables(): Record<string, string> {
  const { ANNOTATE_CONFIG_FOLDER: folder } = process.env;
  return folder === undefined ? {} : { ANNOTATE_CONFIG_FOLDER: folder };
}

function choiceIn(words: readonly string[], { agent }: WorkCommandOptions): Choice | null {
  if (words.length > 0 && agent !== undefined) throw twoAgentsError();
  if (words.length > 0) return { command: [...words] };
  return agent === undefined ? null : { agent };
}

function usualChoice(root: string, available: Available): Choice {
  return rememberedChoice(root) ?? onlyInstalled(available);
}

async function untilStopped(running: RunningWork, signal: AbortSignal): Promise<ExitCode> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  try {
    await Promise.race([running.ended, stopped]);
    return 0;
  } finally {
    await running.close();
  }
}

function severalNeedWorktreesError(): CliError {
  return new CliError('cli/usage', 'Several agents in one tree would overwrite the work of each other.', {
    hint: 'Add --worktrees, so that each has a tree of its own.',
  });
}

function twoAgentsError(): CliError {
  return new CliError('cli/usage', 'Both --agent and a command were given.', {
    hint: 'Name the agent with --agent, or a command after "--".',
  });
}
