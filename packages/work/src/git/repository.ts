/** The git repository of a project: what the tree is now, as a commit, without a change to the person's index or branch. */
import { join } from 'node:path';

import { AnnotateError, cleanName } from '@annotate-mcp/core';
import {
  findRepositoryPlace,
  InertRepository,
  type RepositoryPlace,
  requireGit,
  type TakenTree,
  takeTree,
} from '@annotate-mcp/store/git';

export interface Repository {
  readonly place: RepositoryPlace;
  /** The folder of the working tree. */
  readonly top: string;
  /** The project's folder below it, '' when it is the same. */
  readonly inside: string;
}

/** The first that merges without a working tree. */
const neededGit = '2.38';

/** Throws when the project is in no git repository, in one without a commit, or when git cannot be used. */
export async function findRepository(root: string): Promise<Repository> {
  const place = findRepositoryPlace(root);
  if (place === null) throw noRepositoryError(`${root} is in no git repository.`, 'Run git init and commit');
  const { top } = place;
  await requireGit(root, neededGit);
  await inRepository(place, async (repository) => {
    if (repository.settings.get('extensions.refstorage') === 'reftable')
      throw noRepositoryError(
        `The branches of ${top} are kept in a form that is not understood yet.`,
        'Use files',
      );
    const head = await repository.tryGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    if (head.code !== 0) throw noRepositoryError(`The git repository ${top} has no commit yet.`, 'Commit');
  });
  return { place, top, inside: join(place.prefix, '.') === '.' ? '' : join(place.prefix, '.') };
}

/** Opens the repository as nothing of it can run, and closes it. */
export async function inRepository<Result>(
  place: RepositoryPlace,
  use: (repository: InertRepository) => Promise<Result>,
): Promise<Result> {
  const repository = await InertRepository.openAt(place, { isPrivate: false });
  try {
    return await use(repository);
  } finally {
    await repository.close();
  }
}

/**
 * A commit of the tree as it is, with what the person has not committed: `HEAD` itself when there is nothing. Files that a
 * filter changes are as they were committed.
 */
export async function snapshot(repository: InertRepository): Promise<{ commit: string; left: string[] }> {
  const { tree, left } = await treeOf(repository, 'leave');
  const head = await readHeadCommit(repository);
  if (tree === head.tree) return { commit: head.commit, left };
  const message = 'Work that was not committed yet, as the agent found it';
  return { commit: await commitTree(repository, tree, head.commit, message), left };
}

export async function readHeadCommit(repository: InertRepository): Promise<{ commit: string; tree: string }> {
  const [commit = '', tree = ''] = (await repository.git(['rev-parse', 'HEAD', 'HEAD^{tree}'])).split('\n');
  return { commit, tree };
}

export async function treeOf(repository: InertRepository, filtered: 'leave' | 'raw'): Promise<TakenTree> {
  const taken = await takeTree(repository, { filtered });
  if (taken !== null) return taken;
  throw new AnnotateError('work/git', `git could not read all files of ${repository.place.top}.`, {
    hint: 'Run git status there, and repair what it reports.',
  });
}

/** Without hooks and signatures, which are for commits that the person makes. */
export async function commitTree(
  repository: InertRepository,
  tree: string,
  parent: string,
  message: string,
): Promise<string> {
  return repository.git(['commit-tree', tree, '-p', parent, '-F', '-'], {
    input: message,
    env: identity(repository),
  });
}

/** The person of git's settings; commits need one, so where there is none this program is named. */
function identity({ settings }: InertRepository): Record<string, string> {
  const known = [cleanName(settings.get('user.name') ?? ''), cleanName(settings.get('user.email') ?? '')];
  const [name, email] = known.includes(null) ? ['annotate-mcp', 'annotate-mcp@localhost'] : known;
  return {
    GIT_AUTHOR_NAME: name ?? '',
    GIT_AUTHOR_EMAIL: email ?? '',
    GIT_COMMITTER_NAME: name ?? '',
    GIT_COMMITTER_EMAIL: email ?? '',
  };
}

function noRepositoryError(message: string, first: string): AnnotateError {
  return new AnnotateError('work/no-git', `${message} Worktrees need one.`, {
    hint: `${first} first, or run annotate-mcp work without --worktrees.`,
  });
}
