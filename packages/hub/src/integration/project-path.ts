import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** The path relative to the project root, with `/` separators; `null` for a file outside of it or in `node_modules`. */
export function pathInProject(root: string, file: string): string | null {
  // A dev server may name a file by a path that contains a symbolic link.
  const path = relativePath(root, file) ?? relativePath(root, realPath(file));
  return path === null || /(?:^|\/)node_modules\//.test(path) ? null : path;
}

/** The path without symbolic links; the given path where there is no such file. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function relativePath(root: string, file: string): string | null {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null;
  return path.split(sep).join('/');
}
