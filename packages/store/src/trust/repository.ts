import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { isSystemError } from '../files/error-code.ts';
import { isInside } from '../files/is-inside.ts';
import { realPath } from '../files/real-path.ts';
import { folderAround } from '../project-root.ts';

/** The git root around a folder, else the folder itself, with links resolved. All worktrees of a repository have one. */
export function repositoryOf(folder: string): string {
  const real = existsSync(folder) ? realPath(folder) : resolve(folder);
  const root = folderAround(real, ['.git']);
  return root === null ? real : (mainCheckoutOf(root) ?? root);
}

/**
 * The repository that a folder is a worktree of; `null` when it is none. A folder that came from elsewhere may claim to
 * be one: what counts is that the repository lists it.
 */
function mainCheckoutOf(root: string): string | null {
  try {
    const [, named] = /^gitdir: (.+)$/m.exec(readFileSync(join(root, '.git'), 'utf8')) ?? [];
    if (named === undefined) return null;
    const own = realPath(resolve(root, named.trim()));
    const shared = realPath(resolve(own, textOf(join(own, 'commondir'))));
    const listed = realPath(resolve(own, textOf(join(own, 'gitdir'))));
    if (!isInside(own, join(shared, 'worktrees')) || listed !== join(root, '.git')) return null;
    return basename(shared) === '.git' ? dirname(shared) : shared;
  } catch (error) {
    // `.git` is a folder, or the file of a submodule.
    if (isSystemError(error)) return null;
    throw error;
  }
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8').trim();
}
