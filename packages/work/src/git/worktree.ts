/** The worktree of one annotation: a branch of its own, in a folder outside of the project. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AnnotateError, type FileDiff, type WorkBranch } from '@annotate-mcp/core';
import { cutDiff, git, treeOf, tryGit } from '@annotate-mcp/store/git';

import { commitTree, type Repository, snapshot } from './repository.ts';

export interface Worktree {
  readonly repository: Repository;
  readonly branch: string;
  /** The commit that the agent began with. */
  readonly base: string;
  readonly path: string;
  /** Where the agent works: the project's folder inside of the worktree. */
  readonly folder: string;
}

/** A branch that has the name already, of an earlier attempt, stays: the new one gets a number. */
export async function addWorktree(repository: Repository, name: string, path: string): Promise<Worktree> {
  const { top, inside } = repository;
  const base = await snapshot(repository, 'HEAD');
  const branch = await freeBranch(top, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { recursive: true, force: true });
  await git(top, ['worktree', 'prune']);
  await git(top, ['worktree', 'add', '--quiet', '-b', branch, path, base]);
  return { repository, branch, base, path, folder: join(path, inside) };
}

/** Commits what the agent left. Returns the files that differ from where it began. */
export async function commitWorktree({ path, base, branch }: Worktree, message: string): Promise<string[]> {
  const tree = await treeOf(path);
  const parent = await git(path, ['rev-parse', 'HEAD']);
  if (tree !== (await git(path, ['rev-parse', `${parent}^{tree}`]))) {
    const commit = await commitTree(path, tree, parent, message);
    await git(path, ['update-ref', `refs/heads/${branch}`, commit]);
    await git(path, ['reset', '--quiet', '--hard', `refs/heads/${branch}`]);
  }
  const names = await git(path, ['diff', '--name-only', '-z', base, `refs/heads/${branch}`]);
  return names.split('\0').filter((name) => name !== '');
}

export async function diffsOf(
  { repository, base, branch }: Worktree,
  files: readonly string[],
): Promise<FileDiff[]> {
  const diffs: FileDiff[] = [];
  for (const file of files.slice(0, mostDiffs)) {
    const patch = await git(repository.top, [
      'diff',
      '--no-ext-diff',
      base,
      `refs/heads/${branch}`,
      '--',
      `:(top,literal)${file}`,
    ]);
    diffs.push({ file, patch: cutDiff(patch) });
  }
  return diffs;
}

const mostDiffs = 50;

const bytes = { encoding: 'latin1' } as const;

/**
 * Brings the result into the person's tree. What they have not committed stays; their index and branch are not touched.
 * When something conflicts, nothing is changed, and the files are returned.
 */
export async function applyWorktree({
  repository,
  base,
  branch,
}: Worktree): Promise<Pick<WorkBranch, 'conflicts'>> {
  const { top } = repository;
  const now = await commitTree(top, await treeOf(top), base, 'The tree as it is now');
  const merged = await tryGit(top, [
    'merge-tree',
    '--write-tree',
    '--name-only',
    '--no-messages',
    now,
    `refs/heads/${branch}`,
  ]);
  const [tree = '', ...conflicts] = merged.stdout.split('\n').filter((line) => line !== '');
  if (merged.code === 1) return { conflicts };
  if (merged.code !== 0) throw notMergedError(branch, merged.stderr);
  const patch = await tryGit(top, ['diff', '--binary', '--no-ext-diff', '--no-renames', now, tree], bytes);
  if (patch.stdout === '') return {};
  // Either all of it is applied or nothing, also when the person has saved a file meanwhile.
  await git(top, ['apply', '--whitespace=nowarn', '-'], { ...bytes, input: patch.stdout });
  return {};
}

function notMergedError(branch: string, stderr: string): AnnotateError {
  const reason = stderr.trim() || 'it did not say why';
  return new AnnotateError('work/git', `git could not merge the branch ${branch}: ${reason}.`, {
    hint: `Nothing was applied and the branch is kept: merge it yourself with git merge ${branch}.`,
  });
}

/** The folder goes; the branch, with the result, stays. */
export async function removeFolder({ repository, path }: Worktree): Promise<void> {
  await tryGit(repository.top, ['worktree', 'remove', '--force', path]);
  await rm(path, { recursive: true, force: true });
}

export async function removeWorktree(worktree: Worktree): Promise<void> {
  await removeFolder(worktree);
  await tryGit(worktree.repository.top, ['branch', '--quiet', '-D', worktree.branch]);
}

async function freeBranch(top: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const found = await tryGit(top, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]);
    if (found.code !== 0) return branch;
  }
}
