/** Finds the git repository around a folder by looking at files: git itself would obey what it finds on the way. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

import { isSystemError } from '../files/error-code.ts';
import { realPath } from '../files/real-path.ts';

export interface RepositoryPlace {
  /** The folder of the working tree, with links resolved. */
  readonly top: string;
  /** From there to the requested folder, with `/`; empty or ends in `/`. */
  readonly prefix: string;
  /** With HEAD and the index of this working tree. */
  readonly gitDir: string;
  /** With the objects, refs and settings that all working trees of the repository share. */
  readonly commonDir: string;
}

/**
 * The nearest one upwards that has a `.git` folder, or a `.git` file as worktrees and submodules have it. A bare repository
 * is none: a commit can contain all of its files. `null` when there is none.
 */
export function findRepositoryPlace(folder: string): RepositoryPlace | null {
  const start = realFolder(folder);
  for (let top = start; top !== null; top = dirname(top) === top ? null : dirname(top)) {
    const found = repositoryAt(top);
    if (found === undefined) continue;
    if (found === null) return null;
    const way = start === null ? '' : start.slice(top.length).replaceAll(sep, '/').replace(/^\//, '');
    return { top, prefix: way === '' ? '' : `${way}/`, ...found };
  }
  return null;
}

/** `undefined` when there is no `.git`; `null` when there is a file that leads nowhere, which git refuses as well. */
function repositoryAt(top: string): Pick<RepositoryPlace, 'commonDir' | 'gitDir'> | null | undefined {
  const entry = join(top, '.git');
  const found = statSync(entry, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return foldersOf(entry) ?? undefined;
  if (!found.isFile() || found.size > mostBytes) return null;
  const named = /^gitdir: (.+?)\s*$/.exec(readFileSync(entry, 'utf8'))?.[1];
  return named === undefined ? null : foldersOf(resolve(top, named));
}

/** Longer than any path. */
const mostBytes = 10_000;

function foldersOf(folder: string): Pick<RepositoryPlace, 'commonDir' | 'gitDir'> | null {
  const gitDir = realFolder(folder);
  if (gitDir === null || !existsSync(join(gitDir, 'HEAD'))) return null;
  const commonDir = realFolder(resolve(gitDir, textOf(join(gitDir, 'commondir')) ?? '.'));
  if (commonDir === null || !existsSync(join(commonDir, 'objects'))) return null;
  return { gitDir, commonDir };
}

/** For example `ref: refs/heads/main`, or the id of a commit. */
export function readHead({ gitDir }: RepositoryPlace): string {
  return textOf(join(gitDir, 'HEAD')) ?? '';
}

/** The content of a small file without the last line break; `null` when there is none. */
function textOf(file: string): string | null {
  try {
    // Anything else than a file could keep this process waiting forever.
    return statSync(file).isFile() ? readFileSync(file, 'utf8').trimEnd() : null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/** Whether it belongs to this user. Git uses one of another user only if the person has said so. */
export function isOwn({ top, gitDir }: RepositoryPlace): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return true;
  const own = new Set([uid, ...(uid === 0 ? [Number(process.env.SUDO_UID)] : [])]);
  return [top, gitDir].every((folder) => own.has(statSync(folder).uid));
}

function realFolder(folder: string): string | null {
  try {
    const real = realPath(folder);
    return statSync(real).isDirectory() ? real : null;
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}
