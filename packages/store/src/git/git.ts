import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

import { AnnotateError } from '@annotate-mcp/core';

import { isSystemError } from '../files/error-code.ts';

export interface GitOptions {
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** Of input and output; `latin1` keeps bytes that are no UTF-8, as patches may have. */
  encoding?: 'utf8' | 'latin1';
  /** Ends git when it aborts. */
  signal?: AbortSignal;
  /** Ends git when it has written more. */
  mostBytes?: number;
}

export interface GitResult {
  /** `null` when git was ended by the signal or wrote too much. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Its output without the last line break. Throws when git fails. */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await tryGit(folder, args, options);
  if (code === 0) return stdout.replace(/\n$/, '');
  throw new AnnotateError(
    'work/git',
    `git ${args[0] ?? ''} failed in ${folder}: ${stderr.trim() || `exit code ${code}`}`,
    {
      hint: 'Nothing of your own files was changed. Repair what git reports and try again.',
    },
  );
}

/**
 * Hooks of the project do not run, nor does a program that its configuration names to watch files: they are for what the
 * person does. Throws when there is no git.
 */
export function tryGit(
  folder: string,
  args: readonly string[],
  { env, input = '', encoding = 'utf8', signal, mostBytes = Infinity }: GitOptions = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...settings, ...args], {
      cwd: folder,
      env: { ...environment(), ...env },
      stdio: 'pipe',
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    let [bytes, isEnded] = [0, false];
    const end = () => {
      isEnded = true;
      child.kill();
    };
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
    child.stdout.on('data', (data: Buffer) => {
      bytes += data.length;
      if (bytes > mostBytes) end();
      else stdout.push(data);
    });
    child.stderr.on('data', (data: Buffer) => stderr.push(data));
    child.once('error', (error) => reject(noGitError(error)));
    child.once('close', (code) => {
      signal?.removeEventListener('abort', end);
      resolve({
        code: isEnded ? null : (code ?? 1),
        stdout: Buffer.concat(stdout).toString(encoding),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
    child.stdin.on('error', () => undefined); // git ended before it had read all, and says why itself
    child.stdin.end(input, encoding);
  });
}

const settings = [
  ['core.hooksPath', devNull],
  ['core.quotePath', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.safecrlf', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Variables that git sets for its hooks. A program that was started by one would work on another repository or index. */
const foreign =
  /^GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|COMMON_DIR|INDEX_FILE|PREFIX|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|EXTERNAL_DIFF|DIFF_OPTS|\w+_PATHSPECS)$/;

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // The refusals of git are compared and shown; a scan must not write into the person's index.
  return { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
}

function noGitError(cause: Error): AnnotateError {
  return new AnnotateError('work/no-git', `git could not be run: ${cause.message}`, {
    hint: 'Install git. annotate-mcp work without --worktrees does not need it.',
    cause,
  });
}

/** Whether the error says that there is no git, or no such folder to run it in. */
export function isNoGit(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'work/no-git' && isSystemError(error.cause);
}
