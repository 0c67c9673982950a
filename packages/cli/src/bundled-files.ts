/** The files for browsers that are part of the program. */
import { basename, dirname, join } from 'node:path';

import { isStandalone } from './this-program.ts';
import { unpacked } from './unpack.ts';

// Defined by the build, which copies the files beside the program.
declare const __ANNOTATE_MCP_BUILT__: boolean | undefined;

/** Their folders when the program runs from source. */
const sources = {
  page: '../../overlay/dist/page',
  view: '../../../apps/markdown-view/dist',
  extension: '../../../apps/extension/dist/unpacked',
  team: '../../../apps/team-page/dist',
} as const;

/** The folder beside the program. A standalone executable unpacks its files once. */
export function bundledFolder(name: keyof typeof sources): string {
  if (isStandalone) return join(unpacked(), name);
  const isBuilt = typeof __ANNOTATE_MCP_BUILT__ === 'boolean' && __ANNOTATE_MCP_BUILT__;
  return isBuilt ? join(programFolder(import.meta.dirname), name) : join(import.meta.dirname, sources[name]);
}

/** The build may put this module into `bin.mjs` or into one of the `chunks/` beside it. */
function programFolder(folder: string): string {
  return basename(folder) === 'chunks' ? dirname(folder) : folder;
}
