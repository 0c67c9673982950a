/** The process of an agent: started, listened to, and ended with everything that it started itself. */
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import {
  type ChildProcessWithoutNullStreams,
  endProgram,
  endRestOfGroup,
  programFinder,
  startPiped,
  startTypedPiped,
} from '@annotate-mcp/store/programs';
import { cacheFolder } from '@annotate-mcp/store/user-folders';

import type { AgentCommand } from '../presets/preset.ts';

export interface AgentProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process is gone, with what a person would say about it. */
  readonly ended: Promise<AgentEnd>;
  /** Closes its input, and ends it by force when it does not end by itself. */
  end(): Promise<void>;
}

export interface AgentEnd {
  /** The system could not start the program. */
  readonly couldNotStart: boolean;
  /** For example `exit code 1`. */
  readonly reason: string;
  /** The last lines that it wrote to its error output. */
  readonly errorOutput: string;
}

export function startAgentProcess(command: AgentCommand, folder: string): AgentProcess {
  const child = start(command, folder);
  const errorOutput = keepErrorOutput(child);
  // A program that has ended cannot be written to; `ended` says so.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<AgentEnd>((resolve) => {
    child.once('error', ({ message }) =>
      resolve({ couldNotStart: child.pid === undefined, reason: message, errorOutput: errorOutput() }),
    );
    child.once('exit', () => endRest(child));
    child.once('close', (code, signal) =>
      resolve({
        couldNotStart: false,
        reason: signal === null ? `exit code ${code}` : `signal ${signal}`,
        errorOutput: errorOutput(),
      }),
    );
  });
  const killAtExit = () => endProgram(child, 'SIGKILL');
  process.once('exit', killAtExit);
  void ended.then(() => process.off('exit', killAtExit));
  return { child, ended, end: () => endProcess(child, ended) };
}

/** With a group of its own: adapters start further processes, and Ctrl+C in the terminal is for this program. */
function start(command: AgentCommand, folder: string): ChildProcessWithoutNullStreams {
  const { program, args, isTyped = false, isFetched = false } = command;
  const cwd = isFetched ? neutralFolder() : folder;
  if (isTyped) return startTypedPiped([program, ...args], { cwd, env: environment(), group: true });
  // A script finds its interpreter by PATH: that of the person, even where npx has put programs of the project first.
  const own = isFetched ? withoutNpm(environment()) : environment();
  const env = { ...own, PATH: programFinder(folder).pathWithProject };
  return startPiped(program, args, { cwd, env, group: true });
}

/** `npx` obeys the `.npmrc` and takes the packages of the folder that it runs in, which a repository could bring. */
function neutralFolder(): string {
  const folder = cacheFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** `npx`, by which this program may have been started, hands on what an `.npmrc` of the project says, also the registry. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.npm_execpath === undefined) return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
}

/** Claude Code refuses to run inside another one, which this variable tells it. */
function environment(): NodeJS.ProcessEnv {
  const { CLAUDECODE: _, ...env } = process.env;
  return env;
}

const mostOutput = 2_000;

function keepErrorOutput(child: ChildProcessWithoutNullStreams): () => string {
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-mostOutput);
  });
  return () => output.trim().split('\n').slice(-3).join('\n');
}

const graceMs = 2_000;

async function endProcess(child: ChildProcessWithoutNullStreams, ended: Promise<AgentEnd>): Promise<void> {
  child.stdin.end();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = new AbortController();
    const late = delay(graceMs, 'late' as const, { signal: deadline.signal }).catch(() => 'late' as const);
    const isOver = (await Promise.race([ended, late])) !== 'late';
    deadline.abort();
    if (isOver) break;
    endProgram(child, signal);
  }
  await ended;
}

/** What it started may live on, such as the MCP server of a session, and hold its outputs open. */
function endRest(child: ChildProcessWithoutNullStreams): void {
  endRestOfGroup(child);
  const deadline = setTimeout(() => {
    for (const output of [child.stdout, child.stderr]) output.destroy();
  }, graceMs);
  child.once('close', () => clearTimeout(deadline));
}
