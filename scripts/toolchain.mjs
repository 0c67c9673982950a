/**
 * What every script here needs: the repository's root, its own tools, how a script speaks, and how it starts programs. Plain
 * JavaScript, like setup.mjs and run.mjs: on a new machine only Node 20 is there, which reads no TypeScript.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const isWindows = process.platform === 'win32';
const bin = join(root, 'node_modules/.bin');

/** The devDependency `node`, version 24, whatever Node the machine has. On Windows `.bin` has only scripts for it. */
export const ownNode = isWindows ? join(root, 'node_modules/node/bin/node.exe') : join(bin, 'node');

/** For programs that run from their sources. */
export const sources = '--conditions=@annotate-mcp/source';

/** The package of each tool. `tsc` is that of TypeScript 7, which compiles several times faster than the other one. */
const packageOf = /** @type {const} */ ({
  astro: 'astro',
  eslint: 'eslint',
  knip: 'knip',
  'lint-staged': 'lint-staged',
  ng: '@angular/cli',
  oxfmt: 'oxfmt',
  oxlint: 'oxlint',
  playwright: 'playwright',
  'simple-git-hooks': 'simple-git-hooks',
  tsc: 'typescript-7',
  vite: 'vite',
  vitest: 'vitest',
});

/** @typedef {keyof typeof packageOf} Tool */

/** A problem that a person can correct: its message is all that is printed. */
export class Failure extends Error {}

let speaksOnStderr = false;

/** For scripts whose output another program reads. */
export function speakOnStderr() {
  speaksOnStderr = true;
}

/** Where programs print that only tell of progress: for `stdio`. */
export const spokenOn = () => (speaksOnStderr ? 2 : 1);

/** @param {string} text */
export function say(text) {
  (speaksOnStderr ? process.stderr : process.stdout).write(`==> ${text}\n`);
}

/**
 * @param {string} name
 * @returns {name is Tool}
 */
export const isTool = (name) => Object.hasOwn(packageOf, name);

/**
 * The words that start a tool of the lockfile. Its JavaScript is named instead of what npm links in `.bin`, which on Windows
 * is a batch file that takes some characters of arguments for its own.
 *
 * @param {Tool} name
 */
export function tool(name) {
  const folder = join(root, 'node_modules', packageOf[name]);
  const { bin: programs } = /** @type {{ bin: string | Record<string, string> }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
  const file = typeof programs === 'string' ? programs : programs[name];
  if (file === undefined) throw new Failure(`${packageOf[name]} has no program ${name}.`);
  return [ownNode, join(folder, file)];
}

/** npm as it was started, or as the machine finds it. It cannot be run by our own Node, which `npm ci` removes. */
export function npm() {
  if (!isWindows) return ['npm'];
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const isNpm = script?.endsWith('npm-cli.js') === true;
  if (isNpm && node !== undefined && !isOwn(node)) return [node, script];
  // The program `npm` of Windows is a batch file, which Node starts by a shell only.
  return ['cmd.exe', '/d', '/s', '/c', 'npm'];
}

/**
 * The environment in which programs find our tools first.
 *
 * @param {Readonly<Record<string, string | undefined>>} [changes]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(changes = {}) {
  // `.bin` may have the `tsc` of either TypeScript, and on other systems than Windows it is also the folder of Node.
  const folders = [join(root, 'node_modules/typescript-7/bin'), dirname(ownNode), bin];
  return {
    ...withPath([...new Set(folders), path()].join(delimiter)),
    // What Node has compiled, kept for the next process: suites start hundreds, most of them from TypeScript sources.
    NODE_COMPILE_CACHE: join(root, '.dev/compiled'),
    ...changes,
  };
}

/** The environment of the machine: without our own Node, however PATH spells its folder. */
export function environmentOutside() {
  const folders = path().split(delimiter);
  return withPath(folders.filter((folder) => !isOwn(folder)).join(delimiter));
}

const path = () => process.env.PATH ?? '';

/** @param {string} value */
function withPath(value) {
  // Windows spells it `Path`, and a copy of the environment may have it only once.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH');
  return { ...Object.fromEntries(others), PATH: value };
}

/** @param {string} place */
export function isOwn(place) {
  try {
    const real = realpathSync(place);
    return [bin, dirname(ownNode)].some((folder) => {
      const own = realpathSync(folder);
      return real === own || dirname(real) === own || real === realpathSync(ownNode);
    });
  } catch {
    return false; // one of them is not there
  }
}

/**
 * What a program prints; `null` when it fails or is not there.
 *
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} [env]
 */
export function output([command = '', ...args], env = environment()) {
  const ran = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e8,
  });
  return ran.status === 0 ? ran.stdout : null;
}

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {(child: ChildProcess) => void} [onStart]
 * @property {boolean} [isLast] Nothing comes after it: after a signal, its exit code is returned like any other.
 */

/**
 * Whether Ctrl+C in a terminal reaches this process and all that it runs. The parts of `npm test` have no terminal as input,
 * and are told by a variable, which goes no further: their tests have processes of their own to end.
 */
export const hasTerminal = isatty(0) || process.env.ANNOTATE_TERMINAL === '1';
delete process.env.ANNOTATE_TERMINAL;

/** @type {Set<ChildProcess>} */
const running = new Set();
/** The exit code of this process once a signal has ended what it ran. */
let interrupted = 0;

/**
 * Runs a program and returns its exit code. A signal to this process reaches the program, and nothing is run after it.
 *
 * @param {readonly string[]} words
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run([command = '', ...args], options = {}) {
  forwardSignals();
  // The process ends as soon as what it runs has ended.
  if (interrupted !== 0) return new Promise(() => undefined);
  const { env = environment(), cwd = root, stdio = 'inherit' } = options;
  return new Promise((ended, failed) => {
    const child = spawn(command, args, { cwd, env, stdio });
    running.add(child);
    options.onStart?.(child);
    child.once('error', (error) => {
      running.delete(child);
      failed(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      if (interrupted !== 0 && options.isLast !== true) {
        // Nothing goes on: the last program to end is waited for.
        if (running.size === 0) process.exit(interrupted);
        return;
      }
      // As a shell says it: another script sees that the program did not end by itself.
      ended(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
    });
  });
}

/**
 * Runs a program without which the script cannot go on: its exit code becomes that of the script.
 *
 * @param {readonly string[]} words
 * @param {RunOptions} [options]
 */
export async function runOrExit(words, options) {
  const code = await run(words, options);
  if (code !== 0) process.exit(code);
}

/** How long programs that were asked to end may take: Playwright and dev servers end theirs in this time. */
const patienceMs = 8_000;
let forwards = false;

function forwardSignals() {
  if (forwards) return;
  forwards = true;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      interrupted = 128 + constants.signals[signal];
      if (running.size === 0) process.exit(interrupted);
      // Ctrl+C in a terminal has reached the programs already, and a second one would cut their tidying short.
      if (signal !== 'SIGINT' || !hasTerminal) for (const child of running) end(child, signal);
      setTimeout(killAll, patienceMs).unref();
    });
  }
  followParent();
  // However this process ends, what it runs does not go on.
  process.on('exit', () => {
    for (const child of running) end(child, 'SIGTERM');
  });
}

/** npm passes a signal on to the shell that it has started, which ends at once and tells no other. */
function followParent() {
  if (isWindows || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  look.unref();
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  if (!isWindows) child.kill(signal);
  // Windows has no signals: to end a program there is to end it at once, with all that it has started.
  else if (child.pid !== undefined)
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
}

function killAll() {
  for (const child of running) {
    // The youngest last: a parent that sees its child die may start another.
    for (const pid of isWindows || child.pid === undefined ? [] : descendants(child.pid)) kill(pid);
    end(child, 'SIGKILL');
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * @param {number} pid
 * @returns {number[]}
 */
function descendants(pid) {
  const parents = hasProc() ? parentsInProc() : parentsByPs();
  /** @param {number} parent @returns {number[]} */
  const below = (parent) =>
    parents.filter(([, above]) => above === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

const hasProc = () => existsSync('/proc/self/stat');

/** @returns {[pid: number, parent: number][]} */
function parentsInProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name);
      return stat === null ? [] : [[Number(name), Number(stat[1])]];
    });
}

/** @returns {[pid: number, parent: number][]} */
function parentsByPs() {
  const lines = output(['ps', '-A', '-o', 'pid=,ppid=']) ?? '';
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent] = line.trim().split(/\s+/);
      return [Number(pid), Number(parent)];
    });
}

/**
 * The seconds that the programs of this process have computed that have ended, and those that they have waited for;
 * `null` where the system does not tell.
 */
export function computedSeconds() {
  const stat = hasProc() ? statOf('self') : null;
  // The kernel counts in hundredths of a second, whatever its own clock does.
  return stat === null ? null : (Number(stat[13]) + Number(stat[14])) / 100;
}

/** When a running process has started, as Linux counts it; `null` where the system does not tell. @param {number} pid */
export function startOf(pid) {
  const stat = statOf(String(pid));
  return stat === null ? null : (stat[19] ?? null);
}

/** @param {number} pid */
export function isRunning(pid) {
  // One that has ended may wait for its parent for ever: a container without an init has such.
  if (hasProc()) return (statOf(String(pid)) ?? ['Z'])[0] !== 'Z';
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be asked, but is there.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

/**
 * From the third field on: the second is the command in brackets, and may have spaces and brackets itself.
 *
 * @param {string} process
 */
function statOf(process) {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // ended
  }
}
