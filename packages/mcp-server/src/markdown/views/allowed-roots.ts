/** Which folders a file may be opened from. files/read-file.ts of packages/markdown compares the file's real path with them. */
import { homedir } from 'node:os';
import { dirname, parse } from 'node:path';

import { projectAround } from '@annotate-mcp/markdown/project';
import { realPathIfThere } from '@annotate-mcp/store/files';

export interface RootsOptions {
  /** The folder that the server was started for; some hosts start it in `/`. */
  root: string;
  /** The folders of `--root`. */
  roots: readonly string[];
  /** The folders that the client reports as open. */
  clientRoots: readonly string[];
}

/** `file` is a real path. */
export function allowedRoots(file: string, { root, roots, clientRoots }: RootsOptions): string[] {
  const named = [root, ...roots, ...clientRoots].filter(isProjectFolder);
  if (named.length > 0) return named;
  // Without a folder of its own the server may open files of any project.
  const around = projectAround(file);
  return around === null ? [] : [around];
}

/** For a file that the person named at the command line, which may be in any folder. */
export function rootOfNamed(file: string): string {
  return projectAround(file) ?? dirname(file);
}

/** Neither `/` nor the home folder, nor a link to one of them. */
function isProjectFolder(folder: string): boolean {
  const real = realPathIfThere(folder);
  return real !== parse(real).root && real !== realPathIfThere(homedir());
}
