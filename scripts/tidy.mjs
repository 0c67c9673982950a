/** Puts the checkout back: `clean` removes what builds and tests wrote, `demo-reset` undoes what an agent changed in a demo. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { setOwnNodeAside } from './setup.mjs';
import { root, say } from './toolchain.mjs';

const [command, ...options] = process.argv.slice(2);
const problem = command === 'clean' ? clean(options) : resetDemos();
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}

/**
 * Folders are named, not searched for: a fixture may be called dist.
 *
 * @param {readonly string[]} args `--all` also removes node_modules, the stores in .annotate, and .dev.
 */
function clean([option, ...others]) {
  if (option !== undefined && (option !== '--all' || others.length > 0))
    return `clean does not know ${[option, ...others].join(' ')}. Usage: npm run clean [-- --all]`;
  if (option === '--all') setOwnNodeAside();
  const written = ['dist', 'coverage', 'test-results'];
  const names = option === '--all' ? [...written, 'node_modules', '.annotate', '.dev'] : written;
  const groups = ['packages', 'apps', 'demos'].flatMap((group) => foldersIn(group));
  for (const folder of ['.', ...groups, 'demos/tasks/component-libraries', 'bench', 'e2e', 'docs']) {
    const place = join(root, folder);
    if (!existsSync(place)) continue;
    for (const name of names) remove(join(place, name));
    const states = readdirSync(place).filter((name) => name.endsWith('.tsbuildinfo'));
    for (const name of states) rmSync(join(place, name));
  }
  return null;
}

/** @param {string} place */
function remove(place) {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch (error) {
    // Windows keeps the Node that runs this. All else of the folder is removed, and the next setup removes that Node.
    if (basename(place) !== '.dev' || process.platform !== 'win32') throw error;
    for (const name of readdirSync(place).filter((each) => !each.startsWith('node-in-use-')))
      rmSync(join(place, name), { recursive: true, force: true });
  }
}

/** Only the paths in each demo's `reset` file, one in a line: whatever else you changed in a demo is your own work. */
function resetDemos() {
  const demos = foldersIn('demos').filter((demo) => existsSync(join(root, demo, 'reset')));
  if (demos.length === 0) return 'There is no demo in demos/: nothing to reset.';
  for (const demo of demos) {
    const restore = ['restore', '--source=HEAD', '--staged', '--worktree', '--pathspec-from-file=reset'];
    const { status } = spawnSync('git', ['-C', join(root, demo), ...restore], { stdio: 'inherit' });
    if (status !== 0) return `${demo} was not reset; see above.`;
    say(`${demo} is as committed`);
  }
  return null;
}

/** @param {string} group */
function foldersIn(group) {
  const folder = join(root, group);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${group}/${name}`);
}
