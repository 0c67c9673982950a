/** The worktree of one annotation: a branch of its own, in a folder outside the project. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AnnotateError, type FileDiff, type WorkBranch } from '@annotate-mcp/core';
import {
  cutDiff,
  filteredAmong,
  type InertRepository,
  patchesIn,
  type RepositoryPlace,
} from '@annotate-mcp/store/git';

import { commitTree, inRepository, readHeadCommit, type Repository, snapshot, treeOf } from './repository.ts';
import {
  keepIndex,
  keepSparseCheckout,
  readSparseCheckout,
  registerWorktree,
  removeRegistration,
  setBranch,
} from './worktree-files.ts';

export interface Worktree {
  readonly repository: Repository;
  readonly place: RepositoryPlace;
  readonly branch: string;
  /** The commit that the agent began with. */
  readonly base: string;
  readonly path: string;
  /** Where the agent works: the project's folder inside the worktree. */
  readonly folder: string;
  /** Changes of the person that are not in it, because a filter of git changes these files. */
  readonly left: readonly string[];
}

/**
 * A branch that has the name already, of an earlier attempt, stays: the new one gets a number. The files are as git stores
 * them: no filter has run.
 */
export async function addWorktree(repository: Repository, name: string, path: string): Promise<Worktree> {
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { branch, base, left, sparse } = await inRepository(repository.place, async (opened) => {
    const { commit, left } = await snapshot(opened);
    const sparse = readSparseCheckout(opened);
    return { branch: await addBranch(opened, name, commit), base: commit, left, sparse };
  });
  const place = registerWorktree(repository.place, path, branch);
  keepSparseCheckout(place, sparse);
  await inRepository(place, async (opened) => {
    await opened.git(['read-tree', '--reset', '-u', base]);
    keepIndex(opened);
  });
  return { repository, place, branch, base, path, folder: join(path, repository.inside), left };
}

/** Commits what the agent left. Returns the files that differ from where it began. */
export async function commitWorktree({ place, base, branch }: Worktree, message: string): Promise<string[]> {
  return inRepository(place, async (opened) => {
    // Raw, so that nothing is lost: no filter has run when these files were written.
    const { tree } = await treeOf(opened, 'raw');
    const head = await readHeadCommit(opened);
    const commit = tree === head.tree ? head.commit : await commitTree(opened, tree, head.commit, message);
    await opened.git(['update-ref', `refs/heads/${branch}`, commit]);
    // The agent may have checked out another branch.
    setBranch(place, branch);
    keepIndex(opened);
    return (await changedFiles(opened, base, commit)).map(decode);
  });
}

export async function diffsOf(
  { repository, base, branch }: Worktree,
  files: readonly string[],
): Promise<FileDiff[]> {
  const shown = files.slice(0, mostDiffs);
  if (shown.length === 0) return [];
  const range = [base, `refs/heads/${branch}`, '--', ...shown.map((file) => `:(top,literal)${file}`)];
  return inRepository(repository.place, async (opened) => {
    const diffs = readDiffs(await opened.git([...diffTree, '--raw', '-z', '-p', ...range], bytes));
    return shown.map((file) => ({ file, patch: cutDiff(diffs.get(file) ?? '') }));
  });
}

/** Reads the names of all files, then their patches in the same order, where names may be in quotation marks. */
function readDiffs(output: string): Map<string, string> {
  const fields = output.split('\0');
  const patched: string[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(':') === true; at += 2) {
    const file = decode(fields[at + 1] ?? '');
    // What was a file and is a link, or the other way round, is removed by one patch and added by another.
    patched.push(...(fields[at]?.endsWith(' T') === true ? [file, file] : [file]));
  }
  const diffs = new Map<string, string>();
  for (const [index, part] of patchesIn(fields.slice(at + 1).join('\0')).entries()) {
    const file = patched[index] ?? '';
    diffs.set(file, (diffs.get(file) ?? '') + decode(part));
  }
  return diffs;
}

const mostDiffs = 50;
const diffTree = ['diff-tree', '-r', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames'];
const bytes = { encoding: 'latin1' } as const;

/**
 * Brings the result into the person's tree. What they have not committed stays; their index and branch are not touched.
 * When something conflicts, nothing is changed, and the files are returned. What a filter of git changes is left out: in
 * the person's tree it is not what git stores, so that a patch would damage it.
 */
export async function applyWorktree(worktree: Worktree): Promise<Pick<WorkBranch, 'conflicts' | 'leftOut'>> {
  const { repository, place, base, branch } = worktree;
  return inRepository(repository.place, async (opened) => {
    const { tree: present } = await treeOf(opened, 'leave');
    const now = await commitTree(opened, present, base, 'The tree as it is now');
    const merged = await opened.tryGit(
      ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', now, `refs/heads/${branch}`],
      bytes,
    );
    const [tree = '', ...conflicts] = merged.stdout.split('\0').filter((part) => part !== '');
    if (merged.code === 1) return { conflicts: conflicts.map(decode) };
    if (merged.code !== 0) throw notMergedError(branch, merged.stderr);
    const changed = await changedFiles(opened, now, tree);
    // The person's tree and that of the agent may name other filters.
    const there = await inRepository(place, (inWorktree) => filteredAmong(inWorktree, changed));
    const filtered = new Set([...there, ...(await filteredAmong(opened, changed))]);
    await applyDifference(opened, now, tree, filtered);
    return filtered.size === 0 ? {} : { leftOut: [...filtered].map(decode) };
  });
}

async function applyDifference(
  repository: InertRepository,
  now: string,
  tree: string,
  filtered: ReadonlySet<string>,
): Promise<void> {
  const except = [...filtered].map((path) => `:(exclude,literal)${decode(path)}`);
  const args = [...diffTree, '-p', '--binary', '--full-index', now, tree, '--', '.', ...except];
  const patch = await repository.tryGit(args, bytes);
  if (patch.code !== 0) throw notMergedError(tree, patch.stderr);
  if (patch.stdout === '') return;
  // Either all of it is applied or nothing, even when the person has saved a file meanwhile.
  await repository.git(['apply', '--whitespace=nowarn', '-'], { ...bytes, input: patch.stdout });
}

/** With their bytes in latin1 strings. */
async function changedFiles(repository: InertRepository, before: string, after: string): Promise<string[]> {
  const names = await repository.git([...diffTree, '--name-only', '-z', before, after], bytes);
  return names.split('\0').filter((name) => name !== '');
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

function notMergedError(branch: string, stderr: string): AnnotateError {
  const reason = stderr.trim() || 'it did not say why';
  return new AnnotateError('work/git', `git could not merge the branch ${branch}: ${reason}.`, {
    hint: `Nothing was applied and the branch is kept: merge it yourself with git merge ${branch}.`,
  });
}

/** The folder goes; the branch, with the result, stays. */
export async function removeFolder({ place, path }: Worktree): Promise<void> {
  await rm(path, { recursive: true, force: true });
  removeRegistration(place);
}

export async function removeWorktree(worktree: Worktree): Promise<void> {
  await removeFolder(worktree);
  const { repository, branch } = worktree;
  await inRepository(repository.place, (opened) =>
    opened.tryGit(['update-ref', '-d', `refs/heads/${branch}`]),
  );
}

async function addBranch(repository: InertRepository, name: string, commit: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const branch = number === 1 ? name : `${name}-${number}`;
    const found = await repository.tryGit(['show-ref', '--verify', '--quiet', `refs/heads/${branch}`]);
    if (found.code === 0) continue;
    await repository.git(['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
    return branch;
  }
}
