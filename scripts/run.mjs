/**
 * Starts what package.json names, on every system: `node scripts/run.mjs <task> [options]`. It makes the checkout ready for the
 * task, builds what the task needs, and runs its program with our own Node. `scripts/<task>.sh` is a shorter name for it.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { setup } from './setup.mjs';
import {
  computedSeconds,
  environment,
  Failure,
  isTool,
  ownNode,
  root,
  run,
  runOrExit,
  sources,
  speakOnStderr,
  tool,
} from './toolchain.mjs';

/**
 * @typedef {object} Task
 * @property {import('./setup.mjs').SetupOptions | ((args: readonly string[]) => import('./setup.mjs').SetupOptions) | 'done' | null} setup
 *   What of the checkout has to be ready. `done`: the caller has installed what it needs, which may be a part of all packages.
 *   `null` for a program that needs no packages, and runs with the machine's Node.
 * @property {readonly (readonly string[])[]} [before] Tasks that run first.
 * @property {readonly string[]} program A tool, or a file for Node, and its first arguments. The caller's come behind.
 * @property {(args: readonly string[]) => readonly string[]} [args] What the program gets of the caller's arguments.
 * @property {(args: readonly string[]) => Record<string, string | undefined>} [env]
 * @property {string} [cwd]
 * @property {readonly string[]} [unless] A program that ends with 3 where there is nothing to run, and has said why.
 * @property {readonly (readonly string[])[]} [after] Programs that follow.
 * @property {Readonly<Record<string, Partial<Task>>>} [options] What is different with these: a word before all others, or an
 *   option anywhere before `--`.
 */

const packages = { browser: false };
const everything = {};
const isFull = () => ({ ANNOTATE_TEST_FULL: '1' });
const [overlay, build] = [['bundles', 'overlay'], ['build']];
const programParts = ['bundles', 'overlay', 'view', 'extension', 'team-page'];
const afterBuild = { before: [build], options: { '--built': { before: [] } } };

/** Without it Playwright looks for a Chromium of its own. */
const debianChromium = () =>
  existsSync('/usr/bin/chromium') && !process.env.CHROME_BIN ? { CHROME_BIN: '/usr/bin/chromium' } : {};

/** @satisfies {Record<string, Task>} */
const tasks = {
  bench: {
    setup: packages,
    program: [sources, 'bench/run.ts'],
    // What is measured starts as it does for users.
    env: () => ({ NODE_COMPILE_CACHE: undefined }),
  },
  build: { setup: packages, program: ['scripts/build.ts'] },
  // Without a name: --all linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64
  'build-executables': {
    setup: packages,
    before: [programParts],
    program: [sources, 'packages/cli/sea/build.ts'],
  },
  'build-extension': { setup: packages, program: [sources, 'apps/extension/build.ts'] },
  'build-packages': { setup: packages, before: [build], program: ['scripts/release/pack-packages.ts'] },
  'build-plugin': { setup: packages, before: [programParts], program: ['apps/plugin/build.ts'] },
  'build-vscode': { setup: packages, program: [sources, 'apps/vscode/build.ts'] },
  'build-watch': { setup: packages, program: ['scripts/dev/watch-bundles.ts'] },
  // `npm start` and the demos use it, with the packages of one demo alone.
  bundles: { setup: 'done', program: ['scripts/build.ts', '--only'] },
  clean: {
    setup: null,
    program: ['scripts/tidy.mjs', 'clean'],
    // It lies in what `--all` removes.
    env: () => ({ NODE_COMPILE_CACHE: undefined }),
  },
  'demo-reset': { setup: null, program: ['scripts/tidy.mjs', 'demo-reset'] },
  dev: { setup: packages, before: [overlay], program: ['scripts/dev/serve-demo.ts'] },
  docs: { setup: packages, program: [sources, 'scripts/docs.ts'] },
  'docs-pictures': {
    setup: everything,
    before: [build],
    program: ['playwright', 'test', '--config', 'e2e/pictures.config.ts'],
  },
  // The documents as a site; DOCS_BASE=/name/ for a folder of another site, DOCS_URL for its address.
  'docs-site': {
    setup: packages,
    program: ['astro'],
    cwd: 'apps/docs',
    env: () => ({ ASTRO_TELEMETRY_DISABLED: '1' }),
    options: { dev: { program: ['astro', 'dev', '--ignore-lock'] }, build: { program: ['astro', 'build'] } },
  },
  lint: { setup: packages, program: ['scripts/lint.ts'] },
  'pre-commit': { setup: packages, program: ['lint-staged'] },
  release: { setup: packages, program: ['scripts/release/release.ts'] },
  // MCP over HTTP and the bridge to your Chrome; --source runs the sources, and starts again when they change.
  serve: {
    setup: packages,
    before: [['bundles', 'cli']],
    program: ['packages/cli/dist/bin.mjs', 'serve'],
    options: {
      '--source': {
        before: [],
        program: ['--watch', '--watch-preserve-output', sources, 'packages/cli/src/bin.ts', 'serve'],
      },
    },
  },
  // [--no-browser] [--only workspace…]
  setup: { setup: setupOptions, program: [] },
  start: {
    setup: (args) => ({ browser: false, only: workspacesOfDemo(args) }),
    before: [overlay],
    program: ['scripts/dev/serve-demo.ts', '--guide'],
  },
  test: { setup: everything, program: ['scripts/test.ts'] },
  'test-angular': {
    setup: everything,
    program: ['ng', 'test'],
    cwd: 'packages/angular',
    env: debianChromium,
  },
  'test-apps': {
    setup: everything,
    before: [['build-packages']],
    program: ['playwright', 'test', '--config', 'e2e/apps.config.ts'],
    // Folders stand before what Playwright gets. One in a line: a path may have any other character.
    env: (args) => ({ ANNOTATE_TEST_APPS: args.slice(0, endOfOwn(args)).join('\n') }),
    args: (args) => args.slice(endOfOwn(args) + 1),
    options: { '--packed': { before: [] }, '--no-build': { env: () => ({ ANNOTATE_TEST_NO_BUILD: '1' }) } },
  },
  'test-attacks': { setup: packages, program: ['scripts/attacks.ts'] },
  'test-browsers': {
    setup: everything,
    ...afterBuild,
    unless: ['e2e/other-browsers/report-missing.ts'],
    program: ['vitest', 'run', '--config', 'e2e/other-browsers/vitest.config.ts'],
  },
  'test-changed': { setup: everything, program: ['scripts/test-changed.ts'] },
  'test-clients': {
    setup: everything,
    ...afterBuild,
    // They have the tag "full", because they install what they run.
    env: isFull,
    program: ['vitest', 'run', 'packages/cli/src/real-clients', 'apps/plugin/src/real-claude.test.ts'],
  },
  'test-coverage': {
    setup: everything,
    program: ['vitest', 'run', '--coverage', '--coverage.reporter=text', '--coverage.reporter=html'],
  },
  'test-e2e': {
    setup: everything,
    ...afterBuild,
    program: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    // A project that is named runs also when `npm test` leaves it out.
    env: (args) => (args.some((arg) => arg.startsWith('--project')) ? { ANNOTATE_E2E_PROJECTS: 'all' } : {}),
  },
  'test-packages': {
    setup: everything,
    before: [['build-packages']],
    program: ['playwright', 'test', '--config', 'e2e/packages.config.ts'],
    options: {
      '--packed': { before: [] },
      '--record': {
        after: [['e2e/packages/record.ts'], ['oxfmt', 'docs/first-minute.md']],
      },
    },
  },
  'test-unreleased': {
    setup: everything,
    before: [build],
    env: () => ({ ...isFull(), ANNOTATE_TEST_UNRELEASED: '1' }),
    program: [
      ...['vitest', 'run', '--testNamePattern', 'unreleased', 'packages/angular/install'],
      ...['next', 'astro'].map((name) => `packages/${name}/src/versions.test.ts`),
      ...['vite', 'nuxt', 'sveltekit'].map((name) => `packages/vite-plugin/src/${name}-versions.test.ts`),
    ],
  },
  'test-windows': { setup: packages, ...afterBuild, program: ['scripts/windows/test-windows.ts'] },
  vitest: { setup: everything, program: ['vitest'] },
};

/** @param {string} word */
const isOption = (word) => word.startsWith('--');

/** @param {readonly string[]} args */
const endOfOwn = (args) => (args.includes('--') ? args.indexOf('--') : args.length);

/** @param {readonly string[]} args */
function setupOptions(args) {
  const end = args.includes('--only') ? args.indexOf('--only') : args.length;
  const unknown = args.slice(0, end).find((arg) => arg !== '--no-browser');
  if (unknown !== undefined)
    throw new Failure(`setup does not know ${unknown}. Usage: setup [--no-browser] [--only workspace…]`);
  return { browser: !args.includes('--no-browser'), only: args.slice(end + 1) };
}

/** Only what a demo needs: the rest of the repository is three times as much. @param {readonly string[]} args */
function workspacesOfDemo(args) {
  const demo = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--port') ?? 'angular';
  if (!existsSync(join(root, 'demos', demo, 'package.json')))
    throw new Failure(
      `There is no demo "${demo}"; the demos are ${readdirSync(join(root, 'demos')).join(', ')}.`,
    );
  // The program that agents start runs from its sources until it is built.
  return [`demos/${demo}`, 'packages/cli', 'packages/overlay', 'demos/agent'];
}

/**
 * @param {string} name
 * @returns {Task | undefined}
 */
function findTask(name) {
  /** @type {Record<string, Task>} */
  const table = tasks;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * @param {readonly string[]} words The name of a task, and arguments.
 * @param {{ isLast?: boolean }} [options]
 * @returns {Promise<number>} Its exit code.
 */
async function runTask([name = '', ...given], { isLast = false } = {}) {
  const found = findTask(name);
  if (found === undefined) {
    throw new Failure(`There is no task "${name}". The tasks are ${Object.keys(tasks).join(', ')}.`);
  }
  const { task, args } = applyOptions(found, given);
  await makeReady(name, task, args);
  const env = environment(task.env?.(args));
  if (task.unless !== undefined) {
    const code = await run(wordsOf(task.unless, task), { env });
    if (code !== 0) return code === 3 ? 0 : code;
  }
  for (const words of task.before ?? []) {
    const code = await runTask(words);
    if (code !== 0) return code;
  }
  if (task.program.length === 0) return 0;
  const words = [...wordsOf(task.program, task), ...(task.args?.(args) ?? args)];
  const cwd = join(root, task.cwd ?? '');
  const code = await run(words, { env, cwd, isLast: isLast && task.after === undefined });
  if (code === 0) for (const each of task.after ?? []) await runOrExit(wordsOf(each, task), { env });
  return code;
}

/**
 * @param {Task} task
 * @param {readonly string[]} given
 * @returns {{ task: Task, args: readonly string[] }}
 */
function applyOptions(task, given) {
  const { options = {} } = task;
  const own = given.slice(0, endOfOwn(given));
  const at = own.findIndex((word, index) => Object.hasOwn(options, word) && (index === 0 || isOption(word)));
  const change = options[given[at] ?? ''];
  if (change === undefined) return { task, args: given };
  // What the task itself sets, such as the folders of `test-apps`, stays.
  const env = (/** @type {readonly string[]} */ words) => ({ ...task.env?.(words), ...change.env?.(words) });
  return applyOptions({ ...task, ...change, env }, given.toSpliced(at, 1));
}

/**
 * @param {string} name
 * @param {Task} task
 * @param {readonly string[]} args
 */
async function makeReady(name, task, args) {
  if (task.setup === null) return;
  if (task.setup === 'done') {
    if (existsSync(ownNode)) return;
    throw new Failure('No packages are installed. Run "node scripts/run.mjs setup --no-browser" first.');
  }
  // Programs read what `npm run release -- next` prints.
  if (name === 'release') speakOnStderr();
  try {
    await setup(typeof task.setup === 'function' ? task.setup(args) : task.setup);
  } catch (error) {
    if (name !== 'test') throw error;
    // Without packages there is no Node to count with.
    console.error(error instanceof Failure ? error.message : error);
    console.log('setup failed\n0 passed, 1 failed');
    process.exit(1);
  }
}

/**
 * @param {readonly string[]} program
 * @param {Task} task
 */
function wordsOf([first = '', ...rest], task) {
  if (isTool(first)) return [...tool(first), ...rest];
  return [task.setup === null ? process.execPath : ownNode, first, ...rest];
}

/** `npm test` says what each of its parts has computed. */
const { ANNOTATE_TIMES: timesFile } = process.env;
delete process.env.ANNOTATE_TIMES;

try {
  process.exitCode = await runTask(process.argv.slice(2), { isLast: true });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
if (timesFile !== undefined) writeFileSync(timesFile, String(computedSeconds() ?? ''));
