/**
 * Starts annotate-mcp for Claude Code: the program inside this plugin, else the one that was built in this checkout of
 * the repository, else the published package.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const args = process.argv.slice(2);
const built = ['server/bin.mjs', '../dist/claude/server/bin.mjs']
  .map((path) => new URL(path, import.meta.url))
  .find((file) => existsSync(file));

// A hook that cannot run must not disturb the session: exit code 2 would send Claude Code back to work, any other one
// is shown as an error. The server, which Claude Code starts as well, says what is wrong.
if (args[0] === 'hook') process.on('exit', () => (process.exitCode = 0));

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
  if (code === 0 || args[0] === 'hook' || !isClone) return;
  process.stderr.write(
    'annotate-mcp is not built in this clone, and the published package could not be started. Run "npm install && npm run build:plugin" in the clone, then start Claude Code again.\n',
  );
}

function startPublished() {
  const isWindows = process.platform === 'win32';
  const child = spawn(isWindows ? 'npx.cmd' : 'npx', ['-y', 'annotate-mcp', ...args], {
    stdio: 'inherit',
    shell: isWindows,
  });
  child.once('error', () => sayHowToBuild(1));
  child.once('exit', (code, signal) => sayHowToBuild(signal === null ? (code ?? 1) : 0));
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
}
