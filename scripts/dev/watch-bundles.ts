/** Builds what changes, until it is stopped: the packages, and the bundles of a page when a source of theirs changes. */
import { watch } from 'node:fs';
import { join } from 'node:path';

import { ownNode, root, run, tool } from '../toolchain.mjs';

const sources = [
  'packages/core/src',
  'packages/page-facts/src',
  'packages/markdown/src',
  'packages/overlay/src',
  'apps/markdown-view/src',
  'apps/team-page/src',
];
/** An editor saves a file in several steps. */
const pauseMs = 100;

let isBuilding = false;
let hasChanged = false;
let timer: NodeJS.Timeout | undefined;

function onChange(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void buildBundles(), pauseMs);
}

/** One build at a time; what changes meanwhile is built after it. Only what is older than its sources is built. */
async function buildBundles(): Promise<void> {
  hasChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (hasChanged) {
    hasChanged = false;
    // A build that fails has said why, and is tried again after the next change.
    await run([ownNode, 'scripts/build.ts', '--only', 'overlay', 'view', 'team-page']);
  }
  isBuilding = false;
}

for (const folder of sources) watch(join(root, folder), { recursive: true }, onChange);
void buildBundles();
process.exitCode = await run([...tool('tsc'), '-b', '--watch', '--preserveWatchOutput']);
