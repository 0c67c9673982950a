import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is the folder itself or below it. Both must be absolute; links are not followed. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // On Windows the way to another drive is absolute.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
