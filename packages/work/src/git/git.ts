import { execFile } from 'node:child_process';
import { devNull } from 'node:os';

import { WorkError } from '../errors.ts';

export interface GitOptions {
  env?: Readonly<Record<string, string>>;
  input?: string;
}

export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

const mostOutput = 256 * 1024 * 1024;

/** Its output without the last line break. Throws when git fails. */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(folder, args, options);
  if (code === 0) return stdout.replace(/\n$/, '');
  throw new WorkError('work/git', `git ${args[0] ?? ''} failed in ${folder}: ${stderr.trim() || `exit code ${code}`}`, {
    hint: 'Nothing of your own files was changed. Repair what git reports and try again.',
  });
}

/** Hooks of the project do not run: they are for what the person does. */
export function tryGit(folder: string, args: readonly string[], { env, input }: GitOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      ['-c', `core.hooksPath=${devNull}`, '-c', 'core.quotePath=false', ...args],
      { cwd: folder, env: { ...process.env, ...env }, maxBuffer: mostOutput },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
        else reject(noGitError(error));
      },
    );
    child.stdin?.on('error', () => undefined); // git ended before it had read all, and says why itself
    child.stdin?.end(input ?? '');
  });
}

function noGitError(cause: Error): WorkError {
  return new WorkError('work/no-git', `git could not be run: ${cause.message}`, {
    hint: 'Install git, or run annotate-mcp work without --worktrees.',
    cause,
  });
}
