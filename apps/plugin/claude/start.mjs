/**
 * Starts annotate-mcp for Claude Code: the program inside this plugin, else the one that was built in this checkout of
 * the repository, else the published package.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const args = process.argv.slice(2);
const built = ['server/bin.mjs', '../dist/claude/server/bin.mjs']
  .map((path) => new URL(path, import.meta.url))
  .find((file) => existsSync(file));

// A hook or monitor that cannot run must not disturb the session: exit code 2 of a hook would send Claude Code back to
// work, any other one is shown as an error. The server, which Claude Code starts as well, says what is wrong.
const isQuiet = args[0] === 'hook' || args[0] === 'watch';
if (isQuiet) process.on('exit', () => (process.exitCode = 0));

if (built === undefined) startPublished();
else {
  // The program finds the files beside it by this.
  process.argv[1] = fileURLToPath(built);
  await import(built.href);
}

/**
 * In the log of Claude Code, which says no more than that the server has ended.
 *
 * @param {number} code
 */
function sayHowToBuild(code) {
  process.exitCode = code;
  const isClone = existsSync(new URL('../build.ts', import.meta.url));
  if (code === 0 || isQuiet || !isClone) return;
  process.stderr.write(
    'annotate-mcp is not built in this clone, and the published package could not be started. Run "npm install && npm run build:plugin" in the clone, then start Claude Code again.\n',
  );
}

/**
 * By the npx of the Node that runs this, as a file and not by its name: a project may have put another one first into PATH.
 * With the folder of the plugin as its prefix, because npx prefers a program of the project, and obeys its `.npmrc`.
 */
function startPublished() {
  const npx = findNpx();
  if (npx === null) {
    process.stderr.write('The published package could not be started: there is no npx beside this Node.\n');
    sayHowToBuild(1);
    return;
  }
  const prefix = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, [npx, `--prefix=${prefix}`, '-y', 'annotate-mcp', ...args], {
    stdio: 'inherit',
  });
  child.once('error', () => sayHowToBuild(1));
  child.once('exit', (code, signal) => sayHowToBuild(signal === null ? (code ?? 1) : 0));
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}

function findNpx() {
  const folder = dirname(process.execPath);
  // Everywhere but on Windows it is a link to the script.
  const files = [
    join(folder, 'node_modules', 'npm', 'bin', 'npx-cli.js'),
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npx-cli.js'),
    join(folder, 'npx'),
  ];
  const found = files.find((file) => existsSync(file));
  return found === undefined ? null : realpathSync(found);
}
