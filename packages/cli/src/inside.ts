import { relative, sep } from 'node:path';

/** Also of the root itself. */
export function isInside(folder: string, root: string): boolean {
  const path = relative(root, folder);
  return path !== '..' && !path.startsWith(`..${sep}`);
}
