/** Which folders a file may be opened from. That the file itself is below one of them, by its real path, is documents' affair. */
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, parse } from 'node:path';

import { projectAround } from '@annotate-mcp/markdown/project';

export interface RootsOptions {
  /** The folder the server was started for; a host may have said `/`. */
  root: string;
  /** What `--root` named beside it. */
  roots: readonly string[];
  /** What the client says its user has open. */
  clientRoots: readonly string[];
}

/** `file` is a real path. */
export function allowedRoots(file: string, { root, roots, clientRoots }: RootsOptions): string[] {
  const named = [root, ...roots, ...clientRoots].filter(isSomebodysProject);
  if (named.length > 0) return named;
  // Nobody has said what we are here for: then it is the project that the file belongs to.
  const around = projectAround(file);
  return around === null ? [] : [around];
}

/** Whoever names a file at the prompt means it, wherever it lies. */
export function rootOfNamed(file: string): string {
  return projectAround(file) ?? dirname(file);
}

/** Not what holds everything somebody has, nor a link to it. */
function isSomebodysProject(folder: string): boolean {
  const real = realPath(folder);
  return real !== parse(real).root && real !== realPath(homedir());
}

/** As it is when it is not there: whoever opens it then says so. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
