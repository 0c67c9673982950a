/** The one place that starts processes. No shell reads a command, and what is started is named by its whole path. */
import {
  type ChildProcess,
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  spawn,
  type StdioOptions,
} from 'node:child_process';
import { posix, win32 } from 'node:path';
import type { Readable } from 'node:stream';

import { AnnotateError } from '@annotate-mcp/core';

import { commandLineFor, systemProgram } from './command-line.ts';
import { findTyped } from './find-program.ts';

export type { ChildProcess, ChildProcessWithoutNullStreams };

export interface StartOptions {
  /** Where it runs. A program that reads files of the folder it runs in gets a folder of the person's. */
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** With everything that it starts itself, so that `endProgram` ends all of it, and Ctrl+C in the terminal none. */
  readonly group?: boolean | undefined;
  /** It goes on when this process has ended. */
  readonly outlives?: boolean | undefined;
}

/** `program` is a whole path: from `programFinder`, a program of the system, or Node itself. */
export function startProgram(
  program: string,
  args: readonly string[],
  { stdio, ...options }: StartOptions & { stdio: StdioOptions },
): ChildProcess {
  requireWhole(program);
  const { file, rest, settings } = prepare(program, args, options);
  return remember(spawn(file, rest, { ...settings, stdio }), options);
}

/** With a stream for each of its input, output and error output. */
export function startPiped(
  program: string,
  args: readonly string[],
  options: StartOptions = {},
): ChildProcessWithoutNullStreams {
  requireWhole(program);
  const { file, rest, settings } = prepare(program, args, options);
  return remember(spawn(file, rest, { ...settings, stdio: 'pipe' }), options);
}

/** What the person typed: it is looked up as in their terminal, by their PATH, also in the project. */
export function startTyped(
  [word, ...args]: readonly [string, ...string[]],
  { stdio, ...options }: StartOptions & { stdio: StdioOptions },
): ChildProcess {
  const { file, rest, settings } = prepare(typedProgram(word, options), args, options);
  return remember(spawn(file, rest, { ...settings, stdio }), options);
}

/** The same, with a stream for each of its input, output and error output. */
export function startTypedPiped(
  [word, ...args]: readonly [string, ...string[]],
  options: StartOptions = {},
): ChildProcessWithoutNullStreams {
  const { file, rest, settings } = prepare(typedProgram(word, options), args, options);
  return remember(spawn(file, rest, { ...settings, stdio: 'pipe' }), options);
}

/** The same, with the terminal's input and a stream for each of its outputs. */
export function startTypedInTerminal(
  [word, ...args]: readonly [string, ...string[]],
  options: StartOptions = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const { file, rest, settings } = prepare(typedProgram(word, options), args, options);
  return remember(spawn(file, rest, { ...settings, stdio: ['inherit', 'pipe', 'pipe'] }), options);
}

/** Windows itself finds no batch files, which is what npm installs. */
function typedProgram(word: string, { cwd = process.cwd(), env }: StartOptions): string {
  return process.platform === 'win32' ? (findTyped(word, cwd, env) ?? word) : word;
}

function prepare(
  program: string,
  args: readonly string[],
  { cwd, env, group = false, outlives = false }: StartOptions,
) {
  const { file, args: rest, isVerbatim } = commandLineFor(program, args);
  const settings = {
    cwd,
    env,
    shell: false,
    windowsHide: true,
    windowsVerbatimArguments: isVerbatim,
    // Windows has no groups: there `taskkill` finds what a process has started.
    detached: outlives || (group && process.platform !== 'win32'),
  };
  return { file, rest: [...rest], settings };
}

/** Windows and shells look a bare name up in the folder that they are in, which is a project. */
function requireWhole(program: string): void {
  const paths = process.platform === 'win32' ? win32 : posix;
  if (!paths.isAbsolute(program)) throw notAbsoluteError(program);
}

/** Those that were started as a group. */
const groups = new WeakSet<ChildProcess>();

function remember<Child extends ChildProcess>(child: Child, { group = false }: StartOptions): Child {
  if (group) groups.add(child);
  return child;
}

/**
 * Ends a program; one that was started as a group with everything that it has started. What has ended already is left
 * alone: its number may be another process by now.
 */
export function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (!groups.has(child)) child.kill(signal);
  else if (process.platform === 'win32') endTreeOnWindows(child, child.pid, signal);
  else endGroup(child.pid, signal);
}

/** To be called in the moment in which the first process of a group ends: what it has started may live on. */
export function endRestOfGroup(child: ChildProcess): void {
  // Windows forgets who has started whom.
  if (child.pid !== undefined && groups.has(child) && process.platform !== 'win32')
    endGroup(child.pid, 'SIGTERM');
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended.
  }
}

function endTreeOnWindows(child: ChildProcess, pid: number, signal: NodeJS.Signals): void {
  const killer = spawn(systemProgram('taskkill.exe'), ['/T', '/F', '/PID', String(pid)], {
    stdio: 'ignore',
    windowsHide: true,
  });
  // It ends this one at least where it cannot end the others.
  killer.once('error', () => child.kill(signal));
  killer.once('exit', (code) => {
    if (code !== 0) child.kill(signal);
  });
}

function notAbsoluteError(program: string): AnnotateError {
  return new AnnotateError(
    'program/not-absolute',
    `${JSON.stringify(program)} was not started, because it is not a whole path.`,
    { hint: 'Report this: it is a mistake in annotate-mcp.' },
  );
}
