/** Takes a patch back in the project's files, wholly or not at all. */
import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';

import type { GitResult } from './git.ts';
import { InertRepository } from './inert-repository.ts';

/** What keeps a patch from being taken back. */
export interface UndoProblem {
  /** Those whose content does not fit any more; empty when it is something else. */
  files: string[];
  /** As git says it. */
  reason: string;
}

/** `null` when the patch can be taken back. Changes nothing. `patch` has its bytes in a latin1 string. */
export async function findUndoProblem(root: string, patch: string): Promise<UndoProblem | null> {
  return problemIn(await apply(root, patch, '--check'));
}

/**
 * `null` when all of it was undone. `files` are those of the patch, with the names before they were renamed: when
 * git fails in the middle, each of them is put back as it was.
 */
export async function undoPatch(
  root: string,
  patch: string,
  files: readonly string[],
): Promise<UndoProblem | null> {
  const misfit = await findUndoProblem(root, patch);
  if (misfit !== null) return misfit;
  const before = await Promise.all(
    files.map(async (file) => ({ file, restore: await keepFile(join(root, file)) })),
  );
  const problem = problemIn(await apply(root, patch));
  if (problem === null) return null;
  const behindLinks: string[] = [];
  for (const { file, restore } of before) {
    // Git refuses files behind links, so there was none: one that has come since would choose what is written.
    if (await isBehindLink(root, file)) behindLinks.push(file);
    else await restore();
  }
  if (behindLinks.length === 0) return problem;
  const left = `Not put back, because a link is in the place of a folder now: ${behindLinks.join(', ')}.`;
  return { ...problem, reason: `${problem.reason}\n${left}` };
}

async function isBehindLink(root: string, file: string): Promise<boolean> {
  const folders = file.split('/').slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth++) {
    const found = await lstat(join(root, ...folders.slice(0, depth))).catch(() => null);
    if (found?.isSymbolicLink() === true) return true;
  }
  return false;
}

/** Git itself refuses paths that lead out of the folder, even through a link, and those inside `.git`. */
async function apply(root: string, patch: string, ...flags: string[]): Promise<GitResult> {
  const repository = await InertRepository.open(root, { isPrivate: true });
  if (repository === null) throw noRepositoryError(root);
  try {
    // Git would pass over the files of a patch that is relative to a folder of the repository, and say nothing.
    const { prefix } = repository.place;
    const directory = prefix === '' ? [] : [`--directory=${prefix}`];
    const args = ['apply', '--reverse', '--whitespace=nowarn', ...directory, ...flags, '-'];
    const result = await repository.tryGit(args, { input: patch, encoding: 'latin1' });
    return { ...result, stderr: prefix === '' ? result.stderr : result.stderr.replaceAll(prefix, '') };
  } finally {
    await repository.close();
  }
}

function noRepositoryError(root: string): AnnotateError {
  return new AnnotateError('work/no-git', `${root} is in no git repository any more.`, {
    hint: 'Change the files by hand.',
  });
}

function problemIn({ code, stderr }: GitResult): UndoProblem | null {
  if (code === 0) return null;
  const lines = stderr.split('\n').map((line) => line.replace(/^error: /, ''));
  const files = lines.flatMap((line) => misfits.map((pattern) => pattern.exec(line)?.[1]));
  return { files: [...new Set(files)].filter((file) => file !== undefined), reason: lines.join('\n').trim() };
}

const misfits = [
  /^patch failed: (.+):\d+$/,
  /^(.+): No such file or directory$/,
  /^(.+): already exists in working directory$/,
  /^(.+): patch does not apply$/,
  /^the patch applies to '(.+)' \([0-9a-f]+\), which does not match/,
  /^(.+): does not match index$/,
  /^(.+): wrong type$/,
];

/** Returns a function that makes the file what it is now. */
async function keepFile(path: string): Promise<() => Promise<void>> {
  try {
    const { mode } = await lstat(path);
    if ((mode & 0o170000) === 0o120000) {
      const target = await readlink(path);
      return async () => {
        await rm(path, { force: true });
        await symlink(target, path);
      };
    }
    const bytes = await readFile(path);
    return async () => {
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { force: true });
      await writeFile(path, bytes, { mode: mode & 0o777 });
    };
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return () => rm(path, { force: true });
  }
}
