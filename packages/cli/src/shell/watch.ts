/** Waits for work and prints it, for an agent in a shell and for a host that wakes its agent by lines. */
import { annotationToMarkdown } from '@annotate-mcp/core';
import {
  type FollowOptions,
  followWork,
  type WaitedFor,
  type WorkLine,
} from '@annotate-mcp/mcp-server/shell';
import { findCallingProcess, isStillRunning } from '@annotate-mcp/store';
import { HookSwitch } from '@annotate-mcp/store/trust';

import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { isNews, readTold, repliesOfPerson, writeTold } from '../hook/told-annotations.ts';
import { locateStore, using } from '../project-store.ts';
import { printable, printableLines, readByAgent, type Terminal } from '../terminal.ts';
import { endingSignals, isPipe } from '../until-signal.ts';

import { openShellAgent, openWhenThere } from './open-shell.ts';
import { identify } from './shell-identity.ts';

export interface WatchOptions extends GlobalOptions {
  once?: boolean;
  follow?: boolean;
  new?: boolean;
  hook?: boolean;
  as?: string;
  /** Seconds. */
  timeout?: number;
  json?: boolean;
}

/** Nothing came in the time that was given. */
const nothingCame = 3;

export async function watch(options: WatchOptions, terminal: Terminal): Promise<ExitCode> {
  const ending = await watchForEnd(options);
  try {
    if (options.follow === true) {
      if (options.hook === true) await followQuietly(options, ending.signal, terminal);
      else await follow(options, ending.signal, terminal);
      return ending.cause() === 'SIGINT' ? 130 : 0;
    }
    const found = await waitOnce(options, ending.signal, terminal);
    if (found !== null) return 0;
    if (ending.cause() !== 'timeout') return ending.cause() === 'SIGINT' ? 130 : 1;
    terminal.note('Nothing came. Run this again to go on waiting.');
    return nothingCame;
  } finally {
    ending.close();
  }
}

async function waitOnce(
  options: WatchOptions,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<WaitedFor | null> {
  const identity = await identify(options.as);
  const location = locateStore(options);
  const opened = await openWhenThere(location, signal, terminal);
  if (opened === null) return null;
  return using(opened.store, async (open) => {
    const notices: string[] = [];
    const agent = await openShellAgent(open, location, identity, (notice) => notices.push(notice));
    try {
      const found = await agent.wait(signal);
      if (found !== null) show(found, notices, options, terminal);
      return found;
    } finally {
      await agent.close();
    }
  });
}

function show(
  { annotation, result, replies, todo }: WaitedFor,
  notices: readonly string[],
  { json = false }: WatchOptions,
  terminal: Terminal,
): void {
  if (json) {
    const all = { ...result, ...(notices.length > 0 && { notices }) };
    terminal.print(JSON.stringify(all, null, 2));
    return;
  }
  const lines = terminal.isScreen ? printableLines : (text: string) => text;
  for (const notice of notices) terminal.print(lines(notice));
  if (annotation === null) return;
  if (!terminal.isScreen) terminal.note(readByAgent);
  for (const message of replies) terminal.print(`The person replied: ${JSON.stringify(printable(message))}`);
  terminal.print(lines(annotationToMarkdown(annotation).trimEnd()));
  if (todo !== undefined) terminal.print(todo);
  else if (annotation.status === 'pending')
    terminal.note(`Take it before you edit: annotate-mcp take ${annotation.id}`);
}

/** A host tells its agent that a monitor has ended, which would wake it for nothing: a failure says nothing and waits for the end. */
async function followQuietly(options: WatchOptions, signal: AbortSignal, terminal: Terminal): Promise<void> {
  try {
    await follow(options, signal, terminal);
  } catch (error) {
    if (options.debug === true) terminal.note(String(error));
    if (signal.aborted) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

async function follow(options: WatchOptions, signal: AbortSignal, terminal: Terminal): Promise<void> {
  const { json = false, hook = false, debug = false } = options;
  const { id: agentId, name, host } = await identify(options.as);
  // The project that the agent was started in, even when it works in a folder below.
  const cwd = hook ? (process.env.CLAUDE_PROJECT_DIR ?? process.cwd()) : process.cwd();
  const location = locateStore({ ...options, cwd });
  const opened = await openWhenThere(location, signal, terminal);
  if (opened === null) return;
  const hookSwitch = new HookSwitch('stop');
  await using(opened.store, (open) =>
    followWork(
      {
        ...{ store: open, name, host, agentId },
        onlyNew: options.new === true && opened.wasThere,
        isOn: () => !hook || hookSwitch.isOn(location.root),
        ...(hook && toldBySession(process.env.CLAUDE_CODE_SESSION_ID)),
        tell: (line) => terminal.print(json ? JSON.stringify(line) : describeLine(line)),
        onError: (error) => {
          if (debug) terminal.note(String(error));
        },
      },
      signal,
    ),
  );
}

/** What the stop hook has told the session, the monitor does not tell again, and the other way round. */
function toldBySession(sessionId = ''): Pick<FollowOptions, 'told'> {
  if (sessionId === '') return {};
  return {
    told: {
      has: (annotation) => !isNews(annotation, readTold(sessionId)),
      add: (annotation) => {
        const told = new Map(readTold(sessionId)).set(annotation.id, repliesOfPerson(annotation));
        writeTold(sessionId, told);
      },
    },
  };
}

/** The host gives each to its model. No text of a page or of a repository is in them. */
function describeLine(line: WorkLine): string {
  switch (line.event) {
    case 'annotation':
      return `Annotation ${line.id} waits for you. Take it with acknowledge of the MCP server annotate, or: annotate-mcp take ${line.id}`;
    case 'reply':
      return `The person replied to annotation ${line.id}, which you hold. Read it with get_annotation, or: annotate-mcp watch --once`;
    case 'mention':
      return `The person mentioned you in annotation ${line.id}. Read it with get_annotation, or: annotate-mcp watch --once`;
    case 'proof':
      return `The page does not show your change for annotation ${line.id}, or it is broken. Read it with get_annotation, or: annotate-mcp watch --once`;
    case 'more':
      return `${line.count} more annotations wait. List them with get_all_pending, or: annotate-mcp list --status pending`;
  }
}

type Cause = 'SIGINT' | 'signal' | 'parent' | 'stdin' | 'timeout';

interface Ending {
  readonly signal: AbortSignal;
  cause: () => Cause | null;
  close: () => void;
}

/**
 * Ends with a signal, with the process that called, and after the time that was given; with `follow` also when a pipe to
 * stdin is closed. Hosts may start a monitor without one.
 */
async function watchForEnd(options: WatchOptions): Promise<Ending> {
  const { follow = false, hook = false, timeout } = options;
  const hearsStdin = follow && !hook && isPipe();
  const ending = new AbortController();
  let cause: Cause | null = null;
  const end = (why: Cause) => {
    cause ??= why;
    ending.abort();
  };
  const caller = await findCallingProcess({ passesShells: true });
  const parent = process.ppid;
  const onSignal = (signal: NodeJS.Signals) => end(signal === 'SIGINT' ? 'SIGINT' : 'signal');
  const onStdin = () => end('stdin');
  for (const signal of endingSignals) process.on(signal, onSignal);
  // Without this a host that was killed would leave the process behind.
  const looking = setInterval(() => {
    if (process.ppid !== parent || (caller !== null && !isStillRunning(caller))) end('parent');
  }, lookMs);
  const timer = timeout === undefined ? undefined : setTimeout(() => end('timeout'), timeout * 1_000);
  if (hearsStdin) process.stdin.on('end', onStdin).on('close', onStdin).resume();
  return {
    signal: ending.signal,
    cause: () => cause,
    close: () => {
      clearInterval(looking);
      clearTimeout(timer);
      for (const signal of endingSignals) process.off(signal, onSignal);
      if (hearsStdin) process.stdin.off('end', onStdin).off('close', onStdin).destroy();
    },
  };
}

const lookMs = 2_000;
