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
  'apps/team-page/dist/*',
];

let built: Promise<string> | undefined;

/**
 * The folder of the built program, which tests share and do not change: so Node compiles it once for all of them. Its path
 * is one that a package manager would choose, with a space in it.
 */
export function builtProgram(): Promise<string> {
  return (built ??= findOrBuild());
}

/** Puts a copy of the built program into this folder. */
export async function buildBin(outDir: string): Promise<void> {
  cpSync(await builtProgram(), outDir, { recursive: true });
}

async function findOrBuild(): Promise<string> {
  const { state, changedAt } = stateOf(sources);
  const folder = join(cache, `program ${state}`);
  const program = 'node_modules/annotate-mcp/dist';
  if (!existsSync(folder)) await moveInto(folder, (draft) => buildInto(join(draft, program), changedAt));
  return join(folder, program);
}

/** Two test files may build at the same time: each builds into a folder of its own, and the first rename wins. */
async function moveInto(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${folder}-${process.pid}`;
  await make(draft);
  removeOldBuilds();
  try {
    renameSync(draft, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
    rmSync(draft, { recursive: true });
  }
}

async function buildInto(outDir: string, changedAt: number): Promise<void> {
  const dist = join(root, 'dist');
  // What `npm run build` has just built is not built again.
  if (isCompleteSince(dist, changedAt)) cpSync(dist, outDir, { recursive: true });
  else await buildAsPublished(outDir);
}

/** Vite builds another program with the `NODE_ENV` of Vitest. */
async function buildAsPublished(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ root, configFile: join(root, 'vite.config.ts'), build: { outDir } });
  } finally {
    // A variable that is set to `undefined` would be the word "undefined".
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Whether a build was finished there after this time. The folders for browsers are copied last. */
function isCompleteSince(dist: string, changedAt: number): boolean {
  const files = ['bin.mjs', 'view/katex.js', 'page/overlay.js', 'extension/build.json', 'team/page.js'];
  if (!files.every((file) => existsSync(join(dist, file)))) return false;
  return statSync(join(dist, 'bin.mjs')).mtimeMs > changedAt;
}

/** Only those that no other run can be using now. */
function removeOldBuilds(): void {
  const hour = 3_600_000;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > hour) rmSync(folder, { recursive: true, force: true });
  }
}

/** A name for the sources as they are, and when the last of them was changed. */
function stateOf(patterns: readonly string[]): { state: string; changedAt: number } {
  const hash = createHash('sha256');
  let changedAt = 0;
  for (const file of globSync([...patterns], { cwd: repository }).sort()) {
    const { mtimeMs, size } = statSync(join(repository, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
    changedAt = Math.max(changedAt, mtimeMs);
  }
  return { state: hash.digest('hex').slice(0, 16), changedAt };
}
