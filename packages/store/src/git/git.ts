/** The one place that runs git. It gets every path from us, and asks nothing that a repository can bring. */
import { devNull } from 'node:os';

import { AnnotateError } from '@annotate-mcp/core';
import { isOlderVersion } from '@annotate-mcp/core/version';

import { isSystemError } from '../files/error-code.ts';
import { programFinder } from '../programs/find-program.ts';
import { howToAllow } from '../programs/project-programs.ts';
import { type ProgramResult, runProgram, type RunOptions } from '../programs/run-program.ts';

export type GitResult = ProgramResult;

export interface GitOptions extends Pick<
  RunOptions,
  'encoding' | 'input' | 'mostBytes' | 'mostMs' | 'signal'
> {
  env?: Readonly<Record<string, string>>;
  /** With the settings of the person and of the system, which no repository brings. Only to list them. */
  isWithSettings?: boolean;
}

/** Whose git is to be run, and in which folder. */
export interface GitPlace {
  /** The project, whose own programs are not used. */
  readonly root: string;
  readonly cwd: string;
}

/**
 * Runs git without the settings of anybody: `env` says which repository. Variables of git are not passed on, because the
 * program that has started this one may have set them for another repository. Throws when there is no git that can be used.
 */
export async function runGit(
  { root, cwd }: GitPlace,
  args: readonly string[],
  { env, isWithSettings = false, ...options }: GitOptions = {},
): Promise<GitResult> {
  const { program, path } = await usableGit(root);
  try {
    return await runProgram(program, ['--no-pager', ...args], {
      ...options,
      cwd,
      env: { ...inherited(path), ...always, ...(isWithSettings ? ownSettings() : noSettings), ...env },
    });
  } catch (error) {
    throw notStartedError(error);
  }
}

const noSettings = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
} as const;

/** Where the person keeps their settings, if it is not the usual place. */
function ownSettings(): NodeJS.ProcessEnv {
  const names = Object.keys(noSettings);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.includes(name)));
}

const always = {
  // The refusals of git are compared and shown; a scan must not write into the person's index.
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  // What is missing is not fetched, by no protocol: a remote may be a program.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
} as const;

function inherited(path: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|PATH$)/i.test(name));
  return { ...Object.fromEntries(kept), PATH: path };
}

/** The first that can be told to read no settings. */
const oldest = '2.32';

interface UsableGit {
  program: string;
  path: string;
  version: string;
}

/** Versions, by the path of the program. */
const versions = new Map<string, Promise<string>>();

/** Throws when there is none outside the project, or only one that is too old. */
async function usableGit(root: string): Promise<UsableGit> {
  const programs = programFinder(root);
  const program = programs.find('git');
  if (program === null) throw noGitError(root, programs.findInProject('git'));
  const known = versions.get(program) ?? readVersion(program, programs.path);
  versions.set(program, known);
  try {
    const version = await known;
    if (isOlderVersion(version, oldest)) throw tooOldError(program, version, oldest);
    return { program, path: programs.path, version };
  } catch (error) {
    // It may be installed or updated meanwhile.
    versions.delete(program);
    throw error;
  }
}

/** Throws when git is older. */
export async function requireGit(root: string, needed: string): Promise<void> {
  const { program, version } = await usableGit(root);
  if (isOlderVersion(version, needed)) throw tooOldError(program, version, needed);
}

async function readVersion(program: string, path: string): Promise<string> {
  try {
    const { stdout } = await runProgram(program, ['version'], {
      cwd: '/',
      env: { ...inherited(path), ...always, ...noSettings },
      mostMs: 10_000,
    });
    return parseVersion(stdout);
  } catch (error) {
    throw notStartedError(error);
  }
}

/** `git version 2.39.5 (Apple Git-154)`; what cannot be understood is older than all. */
function parseVersion(text: string): string {
  const [, version = 'of an unknown version'] = /^git version (\d+\.\d+\S*)/.exec(text) ?? [];
  return version;
}

/** Whether the error says that there is no git that can be used, or no such folder to run it in. */
export function isNoGit(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'work/no-git';
}

function notStartedError(cause: unknown): unknown {
  if (!isSystemError(cause)) return cause;
  return new AnnotateError('work/no-git', `git could not be run: ${cause.message}`, {
    hint: `Install git. ${withoutGit}`,
    cause,
  });
}

function noGitError(root: string, inProject: string | null): AnnotateError {
  if (inProject === null)
    return new AnnotateError('work/no-git', 'There is no git on this machine.', {
      hint: `Install git. ${withoutGit}`,
    });
  return new AnnotateError(
    'work/no-git',
    `git is only at ${inProject}, inside of the project, where a cloned repository could have put it. It was not run.`,
    { hint: `Install git outside of the project. ${howToAllow(root)} ${withoutGit}` },
  );
}

function tooOldError(program: string, version: string, needed: string): AnnotateError {
  return new AnnotateError(
    'work/no-git',
    `${program} is git ${version}, which cannot be kept from running programs of a repository. It was not used.`,
    { hint: `Update git to ${needed} or later. ${withoutGit}` },
  );
}

const withoutGit =
  'Without it, what agents change is listed without diffs and undo, and annotate-mcp work runs without --worktrees.';
