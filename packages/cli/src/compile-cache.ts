import { join } from 'node:path';

import { cacheFolder, type Machine, thisMachine } from '@annotate-mcp/store/user-folders';

/**
 * Lets Node keep compiled code in this user's cache folder, which saves a fifth of the time to start. Node itself obeys
 * NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE, and does without a cache where it cannot write one.
 */
export function enableCompileCache(machine: Machine = thisMachine): void {
  process.getBuiltinModule('node:module').enableCompileCache(join(cacheFolder(machine), 'compiled'));
}
