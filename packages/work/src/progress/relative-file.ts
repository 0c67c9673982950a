import { isAbsolute, relative, sep } from 'node:path';

import { isInside } from '@annotate-mcp/store/files';

/** Lines count from 1; some agents name none as `null`, and some count from zero. */
export function isLine(line: number | null | undefined): line is number {
  return Number.isInteger(line) && Number(line) > 0;
}

/** Relative to the folder that the agent works in, with `/`; a file outside it keeps its path. */
export function relativeFile(path: string, folder: string): string {
  if (!isAbsolute(path)) return path.split(sep).join('/');
  return isInside(path, folder) ? relative(folder, path).split(sep).join('/') : path;
}
