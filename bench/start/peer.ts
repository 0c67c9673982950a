/** Somebody else's MCP server, to measure beside ours. Installed on demand and outside of the workspaces: it is no dependency. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const name = 'agentation-mcp';
const version = '1.3.2';
/** Where no prebuilt one fits, its database driver is compiled. */
const limitMs = 15 * 60_000;

export interface Peer {
  title: string;
  /** For `node`. */
  args: string[];
}

/** Kept in the temporary folder for the next run. */
export async function installPeer(progress: (message: string) => void): Promise<Peer> {
  const folder = join(tmpdir(), 'annotate-mcp-bench', `${name}-${version}`);
  const script = join(folder, 'node_modules', name, 'dist', 'cli.js');
  const isDone = join(folder, 'installed');
  if (!existsSync(isDone)) {
    progress(`installing ${name} ${version} into ${folder}; it compiles a native module`);
    await install(folder);
    writeFileSync(isDone, '');
  }
  return { title: `peer: ${name} ${version}, MCP only`, args: [script, 'server', '--mcp-only'] };
}

async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', `${name}@${version}`];
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: limitMs });
  } catch (cause) {
    throw new Error(`npm ${args.join(' ')} failed in ${folder}: ${String(cause)}`, { cause });
  }
}
