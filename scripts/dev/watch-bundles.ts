/** Builds the served overlay, the Markdown view and the page of the team server again when a source of theirs changes. Run by build-watch.sh. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
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

/** One build at a time; what changes meanwhile is built after it. bundles.sh builds only what is older than its sources. */
async function buildBundles(): Promise<void> {
  hasChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (hasChanged) {
    hasChanged = false;
    const bundles = ['overlay', 'view', 'team-page'];
    const build = spawn('bash', ['scripts/bundles.sh', ...bundles], { cwd: root, stdio: 'inherit' });
    // A build that fails has said why, and is tried again after the next change.
    await once(build, 'exit');
  }
  isBuilding = false;
}

for (const folder of sources) watch(join(root, folder), { recursive: true }, onChange);
void buildBundles();
