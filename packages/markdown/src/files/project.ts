import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse } from 'node:path';

import { isInside, realPath } from '@annotate-mcp/store/files';

/**
 * The project that a file belongs to: the nearest folder with `.git`, else the nearest with `.claude` or
 * `package.json`; `null` when there is none. Never `/` or the home folder: they hold all files of a person.
 */
export function projectAround(file: string, home = realHome()): string | null {
  const folders = foldersAbove(file).filter((folder) => folder !== home && folder !== parse(folder).root);
  const holding = (...names: string[]) =>
    folders.find((folder) => names.some((name) => existsSync(join(folder, name))));
  return holding('.git') ?? holding('.claude', 'package.json') ?? null;
}

/**
 * The folder that keeps a file's comments. Every process has to come to the same answer, so the folders on the disk
 * decide first, and the roots of this process only where those say nothing.
 */
export function projectRootOf(file: string, allowed: readonly string[], home = realHome()): string {
  const inner = allowed
    .filter((root) => isInside(file, root) && root !== home && root !== parse(root).root)
    .sort((a, b) => b.length - a.length);
  return projectAround(file, home) ?? inner[0] ?? dirname(file);
}

/** Files are compared by their real paths. */
function realHome(): string {
  const home = homedir();
  return existsSync(home) ? realPath(home) : home;
}

/** From the nearest one up. */
function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}
