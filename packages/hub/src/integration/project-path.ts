import { isAbsolute, relative, sep } from 'node:path';

import { realPathIfThere } from '@annotate-mcp/store/files';

/** The path relative to the project root, with `/` separators; `null` for a file outside it or in `node_modules`. */
export function pathInProject(root: string, file: string): string | null {
  // A dev server may name a file by a path that contains a symbolic link.
  const path = relativePath(root, file) ?? relativePath(root, realPathIfThere(file));
  return path === null || /(?:^|\/)node_modules\//.test(path) ? null : path;
}

function relativePath(root: string, file: string): string | null {
  const path = relative(root, file);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return null;
  return path.split(sep).join('/');
}
