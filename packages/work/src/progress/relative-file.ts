import { isAbsolute, relative, sep } from 'node:path';

import { isInside } from '@annotate-mcp/store/files';

/** Relative to the folder that the agent works in, with `/`; a file outside of it keeps its path. */
export function relativeFile(path: string, folder: string): string {
  if (!isAbsolute(path)) return path.split(sep).join('/');
  return isInside(path, folder) ? relative(folder, path).split(sep).join('/') : path;
}
