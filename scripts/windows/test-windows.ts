/** Runs the tests of Windows under Wine. Arguments are filters of Vitest. */
import { prepareTree, windowsTree } from './windows-tree.ts';
import { prepareWine, runWindowsNode } from './wine.ts';

/** Those that run in Node on the machine of a person. Most tests of `cli` and `hub` expect what Wine lacks: slashes, links, git. */
const packages = ['core', 'store', 'http', 'unplugin', 'work', 'lsp'];

const why = prepareWine();
if (why === null) {
  prepareTree();
  const filters = process.argv.slice(2);
  const usual = [...packages.map((name) => `packages/${name}/`), 'packages/cli/src/built-program'];
  const projects = ['node', 'node-shared', 'node-cli', 'windows'].flatMap((name) => ['--project', name]);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects];
  process.exitCode = await runWindowsNode(
    [...vitest, ...(filters.length > 0 ? filters : usual)],
    windowsTree,
  );
} else {
  console.log(`Skipped: ${why}`);
}
