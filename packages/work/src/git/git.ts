import { spawn } from 'node:child_process';
import { devNull } from 'node:os';

import { AnnotateError } from '@annotate-mcp/core';

export interface GitOptions {
  env?: Readonly<Record<string, string>>;
  input?: string;
  /** Of input and output; `latin1` keeps bytes that are no UTF-8, as patches may have. */
  encoding?: 'utf8' | 'latin1';
}

export interface GitResult {
  code: number;
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

/** Hooks of the project do not run: they are for what the person does. */
export function tryGit(
  folder: string,
  args: readonly string[],
  { env, input = '', encoding = 'utf8' }: GitOptions = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-c', `core.hooksPath=${devNull}`, '-c', 'core.quotePath=false', ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (data: Buffer) => stdout.push(data));
    child.stderr.on('data', (data: Buffer) => stderr.push(data));
    child.once('error', (error) => reject(noGitError(error)));
    child.once('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout).toString(encoding),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
    child.stdin.on('error', () => undefined); // git ended before it had read all, and says why itself
    child.stdin.end(input, encoding);
  });
}

function noGitError(cause: Error): AnnotateError {
  return new AnnotateError('work/no-git', `git could not be run: ${cause.message}`, {
    hint: 'Install git, or run annotate-mcp work without --worktrees.',
    cause,
  });
}
