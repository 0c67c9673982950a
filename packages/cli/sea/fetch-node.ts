/** Node for other platforms, kept so that each is fetched once. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Platform } from './platforms.ts';
import { run } from './run.ts';

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
