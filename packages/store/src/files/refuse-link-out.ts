import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from './error-code.ts';
import { isInside } from './is-inside.ts';
import { realPath } from './real-path.ts';

/**
 * Throws when a path inside a folder leads out of it through a symbolic link, even through one whose target does not
 * exist yet. A repository may contain links: without this it could choose which files of the person are written.
 */
export function refuseLinkOut(path: string, folder: string): void {
  const realFolder = realPathOf(folder);
  const real = followed(path);
  if (isInside(real, realFolder)) return;
  throw new AnnotateError(
    'store/outside',
    `${path} is or goes through a link that leads out of the project, to ${real}; it was not used.`,
    {
      hint: `Remove the link. If you want to keep annotations there, name the place yourself, for example --store "sqlite:${real}".`,
    },
  );
}

function followed(path: string): string {
  try {
    return realPathOf(path);
  } catch (cause) {
    if (!hasErrorCode(cause, 'ELOOP')) throw cause;
    throw new AnnotateError('store/outside', `${path} goes through links that lead to each other.`, {
      hint: 'Nothing was written. Remove these links.',
      cause,
    });
  }
}

/** With all links resolved, even where the last parts of the path do not exist. */
function realPathOf(path: string, depth = 0): string {
  try {
    return realPath(path);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR') || dirname(path) === path || depth > mostLinks) throw error;
  }
  const parent = realPathOf(dirname(path), depth);
  const target = linkTarget(path);
  return target === null ? join(parent, basename(path)) : realPathOf(resolve(parent, target), depth + 1);
}

/** As many as Linux follows. */
const mostLinks = 40;

/** `null` when there is no link. */
function linkTarget(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : null;
}
