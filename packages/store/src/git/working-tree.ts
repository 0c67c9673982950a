/** What the files of a repository are now, as a tree of git, without a change to the person's index, branch or files. */
import { accessSync, constants, lstatSync } from 'node:fs';

import { isSystemError } from '../files/error-code.ts';

import type { GitOptions } from './git.ts';
import type { InertRepository } from './inert-repository.ts';

export interface TreeOptions extends Pick<GitOptions, 'signal'> {
  /**
   * Files that a filter of the person's git changes on the way into the repository, as git-lfs does: `leave` keeps them as
   * they are in the index, `raw` takes their bytes, which are not what git would store.
   */
  filtered: 'leave' | 'raw';
}

export interface TakenTree {
  tree: string;
  /** The files that were left as they are in the index although they were changed. */
  left: string[];
}

/**
 * The tree of all files that git does not ignore; `null` when git fails or was ended. `git add` would do the same, but it
 * runs another git in each submodule, which obeys the submodule's own settings.
 */
export async function takeTree(
  repository: InertRepository,
  { filtered, signal }: TreeOptions,
): Promise<TakenTree | null> {
  const options = { encoding: 'latin1', ...(signal !== undefined && { signal }) } as const;
  const differing = await repository.tryGit(diffFiles, options);
  const untracked = await repository.tryGit(['ls-files', '-z', '--others', '--exclude-standard'], options);
  if (differing.code !== 0 || untracked.code !== 0) return null;
  const { gone, present } = readDifferences(differing.stdout);
  // What ends in a slash is another repository in the tree.
  const added = untracked.stdout.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
  const candidates = [...new Set([...present, ...added])].filter((path) =>
    canBeRead(repository.place.top, path),
  );
  const skipped =
    filtered === 'leave' ? await filteredAmong(repository, candidates, signal) : new Set<string>();
  const staged = candidates.filter((path) => !skipped.has(path));
  const update = async (flags: string[], paths: readonly string[]) => {
    const input = paths.map((path) => `${path}\0`).join('');
    const args = ['update-index', ...flags, '-z', '--stdin'];
    return paths.length === 0 || (await repository.tryGit(args, { ...options, input })).code === 0;
  };
  // `--remove` refuses what was in a folder that has become a link.
  if (!(await update(['--force-remove'], gone))) return null;
  if (!(await update(['--add', '--remove', '--replace'], staged))) return null;
  const left = await changedAmong(repository, skipped, new Set(added), options);
  // A partial clone has not fetched what a sparse checkout leaves out. It is named by its id, which is enough.
  const written = await repository.tryGit(['write-tree', '--missing-ok'], options);
  return written.code === 0 ? { tree: written.stdout.trim(), left: left.map(decode) } : null;
}

const diffFiles = [
  'diff-files',
  '-z',
  '--raw',
  '--no-renames',
  '--no-ext-diff',
  '--ignore-submodules=dirty',
] as const;

/**
 * Of files that a filter changes, those that are not as they were checked out. Git compares the content of what was
 * written in the same second as the index, and without the filter that always differs: here times and sizes decide.
 */
async function changedAmong(
  repository: InertRepository,
  filtered: ReadonlySet<string>,
  untracked: ReadonlySet<string>,
  options: GitOptions,
): Promise<string[]> {
  const paths = [...filtered];
  if (paths.every((path) => untracked.has(path))) return paths;
  const { code, stdout } = await repository.trustingTimes(() => repository.tryGit(diffFiles, options));
  const changed = new Set(readDifferences(stdout).present);
  return code === 0 ? paths.filter((path) => untracked.has(path) || changed.has(path)) : paths;
}

/** Those of the paths whose bytes the person's git would change by a program. Paths have their bytes in latin1 strings. */
export async function filteredAmong(
  repository: InertRepository,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Set<string>> {
  const { filters } = repository;
  if (filters.size === 0 || paths.length === 0) return new Set();
  const { code, stdout } = await repository.tryGit(['check-attr', '-z', '--stdin', 'filter'], {
    encoding: 'latin1',
    input: paths.map((path) => `${path}\0`).join(''),
    ...(signal !== undefined && { signal }),
  });
  // Better none than one that is not what git would store.
  if (code !== 0) return new Set(paths);
  const fields = stdout.split('\0');
  return new Set(
    fields
      .filter((_, at) => at % 3 === 0 && filters.has(decode(fields[at + 2] ?? '')))
      .filter((path) => path !== ''),
  );
}

/** Reads `diff-files --raw -z`: for each file what it was and what became of it, then its name. */
function readDifferences(output: string): { gone: string[]; present: string[] } {
  const fields = output.split('\0');
  const [gone, present]: [string[], string[]] = [[], []];
  for (let at = 0; at + 1 < fields.length; at += 2)
    (fields[at]?.endsWith(' D') === true ? gone : present).push(fields[at + 1] ?? '');
  return { gone, present };
}

/** One that cannot be read stays as it was in the index; so does what is not a file at all. */
function canBeRead(top: string, path: string): boolean {
  const file = Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);
  try {
    const found = lstatSync(file);
    if (found.isFile()) accessSync(file, constants.R_OK);
    return found.isFile() || found.isSymbolicLink() || found.isDirectory();
  } catch (error) {
    // It has gone meanwhile: git removes it from the index.
    if (isSystemError(error)) return error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw error;
  }
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
