/** The files that the program brings along for browsers to load. */
import { join } from 'node:path';

import { isStandalone } from './own-program.ts';
import { unpacked } from './unpack.ts';

// Put in by the build, which copies them beside the program.
declare const __ANNOTATE_MCP_BUILT__: boolean | undefined;

/** Where they are when the program runs from source. */
const sources = { page: '../../overlay/dist/page', view: '../../../apps/markdown-view/dist' } as const;

/** Beside the program; from a standalone executable, which has no files beside it, they are unpacked once. */
export function ownFolder(name: keyof typeof sources): string {
  if (isStandalone) return join(unpacked(), name);
  const isBuilt = typeof __ANNOTATE_MCP_BUILT__ === 'boolean' && __ANNOTATE_MCP_BUILT__;
  return join(import.meta.dirname, isBuilt ? name : sources[name]);
}
