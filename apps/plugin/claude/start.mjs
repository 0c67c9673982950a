/**
 * Starts annotate-mcp for Claude Code: the program inside this plugin, else the one that was built in this checkout of
 * the repository, else the published package.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const built = ['server/bin.mjs', '../dist/claude/server/bin.mjs']
  .map((path) => new URL(path, import.meta.url))
  .find((file) => existsSync(file));

if (built === undefined) startPublished();
else {
  // The program finds the files beside it by this.
  process.argv[1] = fileURLToPath(built);
  await import(built.href);
}

function startPublished() {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const child = spawn(npx, ['-y', 'annotate-mcp', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  child.once('error', () => end(1));
  child.once('exit', (code) => end(code ?? 1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
}

/** A hook that cannot be started must not disturb the session; a server that cannot is reported by Claude Code. */
function end(code) {
  process.exitCode = args[0] === 'hook' ? 0 : code;
}
