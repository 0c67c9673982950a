/**
 * What git keeps about a worktree, in `.git/worktrees`. We write it ourselves: `git worktree add` would obey the settings
 * and hooks of the repository.
 */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { hasErrorCode, realPath } from '@annotate-mcp/store/files';
import type { InertRepository, RepositoryPlace } from '@annotate-mcp/store/git';

/** Makes an empty folder a worktree of the repository, on this branch. */
export function registerWorktree(
  { commonDir }: RepositoryPlace,
  path: string,
  branch: string,
): RepositoryPlace {
  mkdirSync(path);
  const top = realPath(path);
  const gitDir = addFolder(join(commonDir, 'worktrees'), top);
  writeFileSync(join(gitDir, 'commondir'), '../..\n');
  writeFileSync(join(gitDir, 'gitdir'), `${forGit(join(top, '.git'))}\n`);
  const place = { top, prefix: '', gitDir, commonDir };
  setBranch(place, branch);
  writeFileSync(join(top, '.git'), `gitdir: ${forGit(gitDir)}\n`);
  return place;
}

export function setBranch({ gitDir }: RepositoryPlace, branch: string): void {
  writeFileSync(join(gitDir, 'HEAD'), `ref: refs/heads/${branch}\n`);
}

/** Which files the person has checked out: all that a partial clone has fetched. */
export interface SparseCheckout {
  readonly patterns: string;
  readonly isCone: boolean;
}

/** `null` where the person has checked out all files. */
export function readSparseCheckout({ settings, folder }: InertRepository): SparseCheckout | null {
  if (!isOn(settings.get('core.sparsecheckout'))) return null;
  const file = join(folder, 'info', 'sparse-checkout');
  if (!existsSync(file)) return null;
  return {
    patterns: readFileSync(file, 'latin1'),
    isCone: isOn(settings.get('core.sparsecheckoutcone')),
  };
}

/** As `git worktree add` does, a worktree has the same files as the tree of the person. */
export function keepSparseCheckout({ gitDir }: RepositoryPlace, sparse: SparseCheckout | null): void {
  if (sparse === null) return;
  mkdirSync(join(gitDir, 'info'));
  writeFileSync(join(gitDir, 'info', 'sparse-checkout'), sparse.patterns, 'latin1');
  // Git reads it where the repository has settings for each worktree; elsewhere all of them share the same.
  const lines = ['[core]', 'sparseCheckout = true', `sparseCheckoutCone = ${sparse.isCone}`];
  writeFileSync(join(gitDir, 'config.worktree'), `${lines.join('\n\t')}\n`);
}

function isOn(value: string | null): boolean {
  return value !== null && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}

/** The index that fits the files now, for the git of the agent and the person. */
export function keepIndex({ index, place: { gitDir } }: InertRepository): void {
  const temporary = join(gitDir, 'index.annotate');
  copyFileSync(index, temporary);
  renameSync(temporary, join(gitDir, 'index'));
}

export function removeRegistration({ gitDir }: RepositoryPlace): void {
  rmSync(gitDir, { recursive: true, force: true });
}

/** One that an earlier attempt left for the same path is replaced; one of another path stays. */
function addFolder(folder: string, top: string): string {
  mkdirSync(folder, { recursive: true });
  // A repository that came with a link there would choose where files are written.
  if (lstatSync(folder).isSymbolicLink()) throw linkError(folder);
  // Git makes a part of the name of a ref of it.
  const name = basename(top).replaceAll(/[^\w-]+/g, '-');
  for (let number = 1; ; number += 1) {
    const gitDir = join(folder, number === 1 ? name : `${name}-${number}`);
    if (isFor(gitDir, top)) rmSync(gitDir, { recursive: true, force: true });
    try {
      mkdirSync(gitDir);
      return gitDir;
    } catch (error) {
      if (!hasErrorCode(error, 'EEXIST')) throw error;
    }
  }
}

function isFor(gitDir: string, top: string): boolean {
  try {
    return readFileSync(join(gitDir, 'gitdir'), 'utf8').trim() === forGit(join(top, '.git'));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Git writes paths with slashes everywhere. */
function forGit(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

function linkError(folder: string): AnnotateError {
  return new AnnotateError('work/git', `${folder} is a link; no worktree was added.`, {
    hint: 'Remove the link, or run annotate-mcp work without --worktrees.',
  });
}
