/** Builds the program once for all test files of a run, and again when a source has changed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const repository = join(root, '../..');
const cache = join(repository, 'node_modules/.cache/annotate-mcp/bin');

/** Everything that can change what the build makes. */
const sources = [
  'package-lock.json',
  'packages/*/src/**/*',
  'packages/cli/{build/*,vite.config.ts,package.json}',
  'packages/overlay/dist/page/*',
  'apps/markdown-view/dist/*',
  'apps/extension/dist/unpacked/**/*',
];

/** Puts the built program into this folder. */
export async function buildBin(outDir: string): Promise<void> {
  const built = join(cache, stateOf(sources));
  if (!existsSync(built)) await buildInto(built);
  cpSync(built, outDir, { recursive: true });
}

/** Two test files may build at the same time: each builds into a folder of its own, and the first rename wins. */
async function buildInto(built: string): Promise<void> {
  const outDir = `${built}-${process.pid}`;
  await build({ root, configFile: join(root, 'vite.config.ts'), build: { outDir } });
  removeOldBuilds();
  try {
    renameSync(outDir, built);
  } catch (cause) {
    if (!existsSync(built)) throw cause;
    rmSync(outDir, { recursive: true });
  }
}

/** Only those that no other run can be copying now. */
function removeOldBuilds(): void {
  const hour = 3_600_000;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > hour) rmSync(folder, { recursive: true, force: true });
  }
}

function stateOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync([...patterns], { cwd: repository }).sort()) {
    const { mtimeMs, size } = statSync(join(repository, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
