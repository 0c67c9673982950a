import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** From the project's root with `/` separators; `null` for what lies outside of it or in `node_modules`. */
export function pathInProject(root: string, file: string): string | null {
  // A dev server may name a file by a folder as it was given, which may lead through a link.
  const path = inside(root, file) ?? inside(root, realPath(file));
  return path === null || /(?:^|\/)node_modules\//.test(path) ? null : path;
}

/** Itself where there is no such file: a module without a file leads nowhere else. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function inside(root: string, file: string): string | null {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null;
  return path.split(sep).join('/');
}
