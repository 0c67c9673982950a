import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { readManifest } from './published-manifest.ts';

const execute = promisify(execFile);

/**
 * Publishes tarballs, except those whose version the registry has: an interrupted release is finished by running it
 * again. The program comes last, because it installs the others. Returns what was published.
 */
export async function publishTarballs(
  tarballs: readonly string[],
  { isDryRun }: { isDryRun: boolean },
): Promise<string[]> {
  const published: string[] = [];
  for (const { tarball, name, version } of await inOrder(tarballs)) {
    if (await isPublished(name, version)) continue;
    const options = ['--access', 'public', ...(isDryRun ? ['--dry-run'] : ['--provenance'])];
    await execute('npm', ['publish', tarball, ...options], { maxBuffer: 1e8 });
    published.push(`${name}@${version}`);
  }
  return published;
}

export async function isPublished(name: string, version: string): Promise<boolean> {
  try {
    const { stdout } = await execute('npm', ['view', `${name}@${version}`, 'version']);
    return stdout.trim() === version;
  } catch (error) {
    if (String(error).includes('E404')) return false;
    throw error;
  }
}

async function inOrder(
  tarballs: readonly string[],
): Promise<{ tarball: string; name: string; version: string }[]> {
  const named = [];
  for (const tarball of tarballs) {
    const { stdout } = await execute('tar', ['-xzOf', tarball, 'package/package.json']);
    const { name, version } = readManifest(stdout);
    named.push({ tarball, name, version });
  }
  return [
    ...named.filter(({ name }) => name !== 'annotate-mcp'),
    ...named.filter(({ name }) => name === 'annotate-mcp'),
  ];
}
