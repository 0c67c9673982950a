/** Installs another project's server to measure it beside ours. It is not a dependency, so it is installed outside the workspaces. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where no prebuilt one fits, a native module is compiled. */
const limitMs = 15 * 60_000;

export interface PeerPackage {
  readonly name: string;
  readonly version: string;
  /** In the package. */
  readonly script: string;
  /** Its dependencies may run theirs, such as one that compiles. */
  readonly installScripts?: boolean;
}

/** Returns the path of its script. Kept in the temporary folder for the next run. */
export async function installPeer(peer: PeerPackage, progress: (message: string) => void): Promise<string> {
  const { name, version, script } = peer;
  const folder = join(tmpdir(), 'annotate-mcp-bench', `${name.replaceAll('/', '-')}-${version}`);
  const isDone = join(folder, 'installed');
  if (!existsSync(isDone)) {
    progress(`installing ${name} ${version} into ${folder}`);
    await install(folder, peer);
    writeFileSync(isDone, '');
  }
  return join(folder, 'node_modules', name, script);
}

async function install(
  folder: string,
  { name, version, installScripts = false }: PeerPackage,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const scripts = `--ignore-scripts=${!installScripts}`;
  const args = ['install', scripts, '--fetch-retries=1', '--no-audit', '--no-fund', `${name}@${version}`];
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: limitMs });
  } catch (cause) {
    throw new Error(`npm ${args.join(' ')} failed in ${folder}: ${String(cause)}`, { cause });
  }
}
