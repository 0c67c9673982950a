import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of a program in one of the folders of PATH. */
export function findInPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return findExecutable(folders.map((folder) => join(folder, name)));
}

export function findExecutable(paths: readonly (string | undefined)[]): string | null {
  return paths.find((path) => path !== undefined && canRun(path)) ?? null;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not a program: both mean that the next place is tried.
    return false;
  }
}
