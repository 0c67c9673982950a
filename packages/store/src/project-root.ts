import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

export interface RootOptions {
  /** `--root`: wins over everything. */
  root?: string | undefined;
  cwd?: string;
  env?: Record<string, string | undefined>;
}

/** The folder that holds `.annotate/`: what was asked for, else the git root around `cwd`, else `cwd` itself. */
export function findProjectRoot({ root, cwd = process.cwd(), env = process.env }: RootOptions = {}): string {
  const asked = root ?? env.ANNOTATE_PROJECT_ROOT;
  if (asked !== undefined && asked !== '') return existingFolder(resolve(cwd, asked));
  // In a worktree or submodule .git is a file.
  const found = folderAround(resolve(cwd), ['.git']) ?? resolve(cwd);
  // An agent's host may start servers in /, which is no project.
  if (found === parse(found).root) throw noRoot(found);
  return existingFolder(found);
}

/** The nearest folder, from this one upwards, that holds one of these. */
export function folderAround(folder: string, names: readonly string[]): string | null {
  if (names.some((name) => existsSync(join(folder, name)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : folderAround(parent, names);
}

function existingFolder(folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(folder);
  throw new AnnotateError('root/none', `The project root ${folder} is not a folder.`, {
    hint: 'Check --root or ANNOTATE_PROJECT_ROOT.',
  });
}

function noRoot(folder: string): AnnotateError {
  return new AnnotateError(
    'root/none',
    `Started in ${folder}, which is no project, so nothing is written there.`,
    {
      hint: 'Pass --root /path/to/project, or set ANNOTATE_PROJECT_ROOT.',
    },
  );
}
