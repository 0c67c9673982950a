/** The git repository of a project: what the tree is now, as a commit, without a change to the person's index or branch. */
import { relative } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { git, treeOf, tryGit } from '@annotate-mcp/store/git';

export interface Repository {
  /** The folder of the working tree. */
  readonly top: string;
  /** The project's folder below it, '' when it is the same. */
  readonly inside: string;
}

/** Throws when the project is in no git repository, or in one without a commit. */
export async function findRepository(root: string): Promise<Repository> {
  const top = await tryGit(root, ['rev-parse', '--show-toplevel']);
  if (top.code !== 0) throw noRepositoryError(`${root} is in no git repository.`, 'Run git init and commit');
  const folder = top.stdout.trim();
  const head = await tryGit(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (head.code !== 0) throw noRepositoryError(`The git repository ${folder} has no commit yet.`, 'Commit');
  return { top: folder, inside: relative(folder, root) };
}

/**
 * A commit of the tree as it is, with what the person has not committed: `HEAD` itself when there is nothing. It is made with
 * a copy of the index. `parent` is its parent.
 */
export async function snapshot({ top }: Repository, parent: string): Promise<string> {
  const tree = await treeOf(top);
  if (tree === (await git(top, ['rev-parse', `${parent}^{tree}`]))) return git(top, ['rev-parse', parent]);
  return commitTree(top, tree, parent, 'Work that was not committed yet, as the agent found it');
}

/** Without hooks and signatures, which are for commits that the person makes. */
export async function commitTree(
  folder: string,
  tree: string,
  parent: string,
  message: string,
): Promise<string> {
  return git(folder, ['commit-tree', tree, '-p', parent, '-F', '-'], {
    input: message,
    env: await identity(folder),
  });
}

/** The person of git's settings; commits need one, so where there is none this program is named. */
async function identity(folder: string): Promise<Record<string, string>> {
  const known = await tryGit(folder, ['var', 'GIT_COMMITTER_IDENT']);
  if (known.code === 0) return {};
  const [name, email] = ['annotate-mcp', 'annotate-mcp@localhost'];
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
}

function noRepositoryError(message: string, first: string): AnnotateError {
  return new AnnotateError('work/no-git', `${message} Worktrees need one.`, {
    hint: `${first} first, or run annotate-mcp work without --worktrees.`,
  });
}
