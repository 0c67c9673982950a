/** Makes a checkout ready to work in: packages, Chromium, the commit hook. Does nothing when it is. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import {
  environmentOutside,
  Failure,
  isOwn,
  isRunning,
  npm,
  output,
  ownNode,
  root,
  run,
  say,
  spokenOn,
  startOf,
  tool,
} from './toolchain.mjs';

/**
 * @typedef {object} SetupOptions
 * @property {boolean} [browser] Whether Chromium is needed.
 * @property {readonly string[]} [only] Packages of these workspaces are enough, without the commit hook.
 */

const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
/** A copy of the lockfile the packages came from. `npm ci` empties node_modules, so an interrupted one leaves none. */
const stamp = join(modules, '.installed-package-lock.json');
/** Where Playwright's own Chromium is: asking Playwright costs half a second. */
const ownChromium = join(modules, '.playwright-chromium');
/** For which workspaces packages are installed, where not all are: the checksum of the lockfile, then a line for each. */
const partialStamp = join(modules, '.installed-workspaces');

const debianChromium = '/usr/bin/chromium';

/** @param {SetupOptions} [options] */
export async function setup({ browser = true, only = [] } = {}) {
  const isReady = () => hasPackages(only) && hasHook(only) && (!browser || hasChromium());
  if (isReady()) return;
  const release = await lock();
  try {
    if (!hasPackages(only)) await installPackages(only);
    if (browser && !hasChromium()) await installChromium();
    if (!hasHook(only)) await installHook();
  } finally {
    release();
  }
}

/** @param {readonly string[]} only */
function hasPackages(only) {
  return nodeStarts() && (isInstalledFor(lockfile) || hasWorkspaces(only));
}

/** Run, not only looked for: a node_modules made on another system has a Node that does not start. */
function nodeStarts() {
  return existsSync(ownNode) && (isOwn(process.execPath) || output([ownNode, '--version']) !== null);
}

/** @param {string} wanted */
function isInstalledFor(wanted) {
  return existsSync(stamp) && existsSync(wanted) && readFileSync(stamp).equals(readFileSync(wanted));
}

/** @param {readonly string[]} only */
function hasWorkspaces(only) {
  const [sum, ...installed] = installedWorkspaces();
  return only.length > 0 && sum === lockfileSum() && only.every((workspace) => installed.includes(workspace));
}

function installedWorkspaces() {
  return existsSync(partialStamp) ? readFileSync(partialStamp, 'utf8').trim().split('\n') : [];
}

function lockfileSum() {
  if (!existsSync(lockfile)) throw new Failure(`There is no package-lock.json in ${root}.`);
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

/** @param {readonly string[]} only */
function hasHook(only) {
  const { CI, SKIP_INSTALL_SIMPLE_GIT_HOOKS } = process.env;
  const isWanted = only.length === 0 && existsSync(join(root, '.git')) && !CI;
  if (!isWanted || SKIP_INSTALL_SIMPLE_GIT_HOOKS) return true;
  const hook = output(['git', 'rev-parse', '--git-path', 'hooks/pre-commit']);
  // A pre-commit hook that the contributor has written is not replaced.
  return hook === null || existsSync(resolve(root, hook.trim()));
}

function hasChromium() {
  const chosen = process.env.CHROME_BIN;
  if (chosen) {
    if (canRun(chosen)) return true;
    throw new Failure(`CHROME_BIN is ${chosen}, which cannot be run. Correct it, or unset it.`);
  }
  return (
    canRun(debianChromium) || (existsSync(ownChromium) && canRun(readFileSync(ownChromium, 'utf8').trim()))
  );
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Two scripts started together must not both empty node_modules. Returns what gives the lock back. */
async function lock() {
  const file = join(root, '.dev/setup.pid');
  mkdirSync(join(root, '.dev'), { recursive: true });
  let isTold = false;
  while (!tryCreate(file, [process.pid, startOf(process.pid) ?? ''].join(' '))) {
    if (!holderLives(file)) removeLock(file);
    else if (!isTold) say('another setup is running: waiting for it');
    isTold = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

/**
 * @param {string} file
 * @param {string} content
 */
function tryCreate(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A holder that died leaves its file behind, so its pid decides, and its start where the system tells it. @param {string} file */
function holderLives(file) {
  try {
    const [pid, start] = readFileSync(file, 'utf8').split(' ');
    // Empty for a moment: its holder has created it and not written yet.
    if (!Number(pid)) return Date.now() - statSync(file).mtimeMs < 5_000;
    if (start && start !== startOf(Number(pid))) return false;
    return isRunning(Number(pid));
  } catch (error) {
    // Removed meanwhile.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/** One at a time: the second of two that saw the same dead holder would remove the lock of the first. @param {string} file */
function removeLock(file) {
  const removing = `${file}.removing`;
  if (!tryCreate(removing, '')) {
    const age = Date.now() - (statSync(removing, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 5_000) rmSync(removing, { force: true });
    return;
  }
  if (!holderLives(file)) rmSync(file, { force: true });
  rmSync(removing, { force: true });
}

/** @param {readonly string[]} only */
async function installPackages(only) {
  // After `npm install something` the packages are right and only the stamp is old.
  if (nodeStarts() && missingPackages().length === 0) {
    copyFileSync(lockfile, stamp);
    return;
  }
  // A checkout that had all packages keeps all: its owner works in it. What an earlier run installed stays, because
  // npm ci removes what it is not told.
  const [, ...before] = installedWorkspaces();
  const workspaces = only.length > 0 && !existsSync(stamp) ? [...new Set([...only, ...before])].sort() : [];
  say(workspaces.length === 0 ? 'packages: npm ci' : `packages: npm ci, only for ${workspaces.join(' ')}`);
  setOwnNodeAside();
  // What npm's cache says of a package may be older than the version in the lockfile. Then the registry is asked, which
  // for all packages takes almost as long as unpacking them.
  if ((await npmCi(workspaces, ['--prefer-offline'])) !== 0) {
    say('packages: npm ci again, asking the registry');
    if ((await npmCi(workspaces, [])) !== 0) throw new Failure('npm ci failed; see above.');
  }
  if (output([ownNode, '--version']) === null) {
    throw new Failure(
      "The package `node` did not unpack its binary. Allow npm's install scripts (ignore-scripts=false), then run again.",
    );
  }
  if (workspaces.length === 0) copyFileSync(lockfile, stamp);
  else writeFileSync(partialStamp, `${[lockfileSum(), ...workspaces].join('\n')}\n`);
}

/** With npm's own Node, which `npm ci` does not remove. @param {readonly string[]} workspaces @param {readonly string[]} options */
async function npmCi(workspaces, options) {
  const started = Date.now();
  const ticker = setInterval(() => say(`npm ci: ${Math.round((Date.now() - started) / 1_000)} s`), 10_000);
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    return await run(
      [...npm(), 'ci', ...options, ...quiet, ...workspaces.map((workspace) => `--workspace=${workspace}`)],
      {
        // The hook is ours to install, below: npm would do it in CI and in a repository around this folder, too.
        env: { ...environmentOutside(), SKIP_INSTALL_SIMPLE_GIT_HOOKS: '1' },
        stdio: ['ignore', spokenOn(), 2],
      },
    );
  } catch (cause) {
    throw new Failure('npm was not found. Install Node.js 20 or newer (https://nodejs.org).', { cause });
  } finally {
    clearInterval(ticker);
  }
}

/**
 * Windows deletes no program that runs, and npm puts our own Node first in PATH, so that it may be the one that runs this. It
 * can be moved, though.
 */
export function setOwnNodeAside() {
  if (process.platform !== 'win32') return;
  const folder = join(root, '.dev');
  const aside = /^node-in-use-\d+\.exe$/;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => aside.test(each))) {
    try {
      rmSync(join(folder, name));
    } catch {
      // It still runs.
    }
  }
  if (isOwn(process.execPath))
    renameSync(realpathSync(ownNode), join(folder, `node-in-use-${process.pid}.exe`));
}

/**
 * @typedef {object} Lockfile
 * @property {Record<string, { version?: string, integrity?: string, optional?: boolean, link?: boolean }>} packages
 */

function missingPackages() {
  const record = join(modules, '.package-lock.json');
  /** @param {string} file */
  const read = (file) => /** @type {Lockfile} */ (JSON.parse(readFileSync(file, 'utf8')));
  try {
    return missingFrom(read(record), read(lockfile));
  } catch {
    return [record]; // npm writes it again, and says what is wrong with a lockfile
  }
}

/**
 * What the lockfile asks for and `installed`, npm's own record, lacks. Optional packages may be absent (they are mostly other
 * systems' binaries), but not there in another version.
 *
 * @param {Lockfile} installed
 * @param {Lockfile} wanted
 */
export function missingFrom(installed, wanted) {
  return Object.entries(wanted.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([path, { version, integrity, optional }]) => {
      const found = installed.packages[path];
      if (found === undefined) return optional !== true;
      return found.version !== version || found.integrity !== integrity;
    })
    .map(([path]) => path);
}

async function installChromium() {
  const playwright = pathToFileURL(join(modules, 'playwright-core/index.mjs')).href;
  const asked = `console.log((await import(${JSON.stringify(playwright)})).chromium.executablePath())`;
  const path = output([ownNode, '--input-type=module', '-e', asked])?.trim() ?? '';
  const canInstall = process.getuid?.() === 0 && output(['apt-get', '--version']) !== null;
  if (!canRun(path) && canInstall) {
    say('Chromium: apt-get install chromium');
    if (
      (await aptGet('update', '-qq')) &&
      (await aptGet('install', '-y', '-qq', 'chromium')) &&
      hasChromium()
    )
      return;
  }
  if (!canRun(path)) {
    say('Chromium: playwright install chromium');
    await run([...tool('playwright'), 'install', 'chromium'], { stdio: ['ignore', spokenOn(), 2] });
  }
  if (!canRun(path)) {
    throw new Failure(
      'There is no Chromium. Install it (Debian: apt-get install chromium), or set CHROME_BIN to a Chrome or Chromium binary.',
    );
  }
  writeFileSync(ownChromium, path);
}

/** @param {readonly string[]} args */
async function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (await run(['apt-get', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })) === 0;
}

async function installHook() {
  say('commit hook: simple-git-hooks');
  const code = await run(tool('simple-git-hooks'), { stdio: ['ignore', 'ignore', 2] });
  if (code !== 0) throw new Failure('The commit hook could not be installed; see above.');
}
