/** What the files of a repository are now, as a tree of git, without a change to the person's index, branch or files. */
import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { hasErrorCode } from '../files/error-code.ts';

import { git, type GitOptions, tryGit } from './git.ts';

/** The tree of all files that git does not ignore. Its objects are kept in the repository, until git removes them. */
export async function treeOf(folder: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'annotate-index-'));
  try {
    const index = join(temporary, 'index');
    await copyIndex(folder, index);
    const env = { GIT_INDEX_FILE: index };
    await git(folder, ['add', '--all'], { env });
    return await git(folder, ['write-tree'], { env });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The same with an index and an object folder that are named in `options.env`; `null` when git fails or was ended. */
export async function writeTree(folder: string, options: GitOptions): Promise<string | null> {
  // A file that cannot be read stays as it was in the index, and git says 1.
  const added = await tryGit(folder, ['add', '--all', '--ignore-errors'], options);
  if (added.code !== 0 && added.code !== 1) return null;
  const written = await tryGit(folder, ['write-tree'], options);
  return written.code === 0 ? written.stdout.trim() : null;
}

/** A repository may have no index yet. */
export async function copyIndex(folder: string, to: string): Promise<void> {
  const own = resolve(folder, await git(folder, ['rev-parse', '--git-path', 'index']));
  try {
    const { mtime } = await stat(own);
    await copyFile(own, to);
    // Git compares the content of files that were changed when the index was written or later. A copy with a later time
    // would make it trust their sizes.
    await utimes(to, mtime, new Date(Math.floor(mtime.getTime() / 1000) * 1000));
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}
