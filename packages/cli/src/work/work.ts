/** `annotate-mcp work` from its arguments to its end. */
import { join } from 'node:path';

import { type ConsentPage, openConsentPage } from '@annotate-mcp/consent';
import { AnnotateError, type Annotation, lastAgentOf, type Question } from '@annotate-mcp/core';
import { type Store, type Subscription, withSidecars } from '@annotate-mcp/store';
import { FileLock } from '@annotate-mcp/store/files';
import { programFinder } from '@annotate-mcp/store/programs';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';
import {
  type AgentCommand,
  type Available,
  type Choice,
  commandOf,
  commandLineOf,
  onlyInstalled,
  presetsFor,
  rememberChoice,
  rememberedChoice,
  RememberedSettings,
  type RunningWork,
  startWork,
  askWhichAgent,
  projectKey,
} from '@annotate-mcp/work';

import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { howToReach } from '../how-to-reach.ts';
import { locateStore, openStoreLater, type StoreLocation, using } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';
import { programCommand } from '../this-program.ts';
import { stopSignal } from '../until-signal.ts';
import { version } from '../version.ts';

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
  try {
    return await runAlone(location.root, async () =>
      using(withSidecars(await openStoreLater(location), { root: location.root }), (store) =>
        workIn(store, { ...options, chosen, available, location, terminal }),
      ),
    );
  } catch (error) {
    // The program that runs asks by itself, where an annotation is for another agent.
    const runsAlready = error instanceof AnnotateError && error.code === 'work/running';
    if (options.offer === true && runsAlready) return 0;
    throw error;
  }
}

/** Runs `work` unless another process of this user runs it for the same project. The system frees the lock of a dead process. */
async function runAlone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const file = join(provenanceFolder(), 'work', `${projectKey(root)}.lock.db`);
  const lock = new FileLock(file, { protects: file, busyMs: 0 });
  try {
    return await lock.run(work);
  } catch (error) {
    // Other files may be locked as well, while `work` runs.
    const isLocked =
      error instanceof AnnotateError && error.code === 'store/busy' && error.message.startsWith(file);
    if (!isLocked) throw error;
    throw new AnnotateError('work/running', `annotate-mcp work runs for ${root} already.`, {
      hint: 'Use that one, or stop it first. For several agents at once: annotate-mcp work --agents 3 --worktrees',
      cause: error,
    });
  } finally {
    lock.close();
  }
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

interface WaitingDeps {
  /** Ends the wait. */
  signal: AbortSignal;
  /** Called with why the store cannot be used yet, each time that there is another reason. */
  onWait: (reason: string) => void;
}

/** Timers of Node.js take no longer time. */
const longestTimerMs = 2 ** 31 - 1;

/** Waits until the store, which connects by itself, has answered for the first time. `false` when `signal` comes first. */
async function untilReachable(
  store: Pick<Store, 'agents'>,
  { signal, onWait }: WaitingDeps,
): Promise<boolean> {
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = () => resolve(false);
  signal.addEventListener('abort', stop, { once: true });
  // A store that connects again keeps no process alive.
  const alive = setInterval(() => undefined, longestTimerMs);
  // Every store tells the connected agents as soon as it can read them.
  const subscription = store.agents.subscribe({
    agents: () => resolve(true),
    error: (error) => onWait(describe(error)),
  });
  try {
    return await promise;
  } finally {
    subscription.close();
    clearInterval(alive);
    signal.removeEventListener('abort', stop);
  }
}

function describe(error: unknown): string {
  return error instanceof AnnotateError ? error.message : String(error);
}

/** Prints what the person is asked and where they answer, each question once. */
function printQuestions(store: Store, { print }: Terminal, onError: (error: unknown) => void): Subscription {
  const printed = new Set<string>();
  let isWayPrinted = false;
  return store.questions.subscribe({
    records: (questions) => {
      for (const question of questions) {
        if (printed.has(question.id)) continue;
        printed.add(question.id);
        print(`${describeQuestion(question)} ${question.url}`);
        const way = isWayPrinted ? null : howToReach(question.url);
        if (way !== null) print(way);
        isWayPrinted = true;
      }
    },
    error: onError,
  });
}

function describeQuestion({ kind, agentName, title }: Question): string {
  if (kind === 'settings')
    return `${printable(`${agentName ?? 'The agent'} is set to: ${title}`)}. Change it in the page, or at`;
  const asked = agentName === undefined ? title : `${agentName} asks: ${title}`;
  return `${printable(asked)}${/[.?!]$/.test(asked) ? '' : '.'} Answer in the page, or at`;
}

interface OfferDeps {
  consent: ConsentPage;
  available: Available;
  root: string;
  start: (choice: Choice) => Promise<RunningWork>;
  signal: AbortSignal;
}

/** A question that no person answers must not stay forever: the process that asks it was started by a page. */
const answerMs = 180_000;

/**
 * `annotate-mcp work --offer`: asks the person on the consent page which agent to start, and starts that one. `null` when
 * the person does not want an agent, or does not answer. An agent that does not start is asked about again.
 */
export async function offerAgents({
  consent,
  available,
  root,
  start,
  signal,
}: OfferDeps): Promise<RunningWork | null> {
  let problem: string | undefined;
  for (;;) {
    const question = {
      available,
      remembered: rememberedChoice(root),
      settings: new RememberedSettings(root),
      ...(problem !== undefined && { problem }),
    };
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const ask: ConsentPage['ask'] = (asked, withdrawn) => consent.ask(asked, withdrawn);
    try {
      const choice = await askWhichAgent(ask, question, inTime);
      if (choice === null) return null;
      const running = await start(choice);
      rememberChoice(root, choice);
      return running;
    } catch (error) {
      // The store cannot be used: another agent would not help.
      if (!(error instanceof AnnotateError) || !error.code.startsWith('work/')) throw error;
      problem = `${error.message} ${error.hint}`;
    }
  }
}

interface OtherDeps extends Pick<OfferDeps, 'consent' | 'available' | 'signal'> {
  problem: string | undefined;
}

/** Asks which agent takes over an annotation. `null` when the person wants none, or does not answer. */
async function chooseOther(
  annotation: Annotation,
  { consent, available, problem, signal }: OtherDeps,
): Promise<AgentCommand | null> {
  const choice = await askWhichAgent(
    (asked, withdrawn) => consent.ask(asked, withdrawn),
    {
      available,
      remembered: null,
      ...(problem !== undefined && { problem }),
      handOver: { annotationId: annotation.id, from: lastAgentOf(annotation) ?? 'the agent before' },
    },
    AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
  );
  return choice === null ? null : commandOf(choice, available);
}

async function startAgents(
  choice: Choice,
  store: Store,
  consent: ConsentPage,
  { available, location, terminal, agents = 1, worktrees = false }: Session,
  onError: (error: unknown) => void,
): Promise<RunningWork> {
  const command = commandOf(choice, available);
  terminal.print(`Starts ${command.name}: ${printable(commandLineOf(command))}`);
  const running = await startWork({
    store,
    root: location.root,
    command,
    version,
    server: serverFor(location),
    serverEnv: serverVariables(),
    ask: (asked, withdrawn) => consent.ask(asked, withdrawn),
    chooseOther: (annotation, problem, signal) =>
      chooseOther(annotation, { consent, available, problem, signal }),
    agents,
    worktrees,
    log: (line) => terminal.print(printable(line)),
    onError,
  });
  terminal.print(`${printable(running.agentName)} waits for what you send. Press Ctrl+C to end it.`);
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
