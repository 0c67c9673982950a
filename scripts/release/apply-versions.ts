import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { addToChangelog } from './changelog.ts';
import { readChangesets } from './changesets.ts';
import { publishedPackages } from './published-manifest.ts';
import { stampServer } from './server-json.ts';

const execute = promisify(execFile);

/**
 * Turns the changesets into versions and changelogs, in the files of `root`; returns the version, which all published
 * packages have. Commits and publishes nothing.
 */
export async function applyVersions(root: string): Promise<string> {
  const changesets = readChangesets(root);
  if (changesets.length === 0) throw new Error('.changeset has no changes, so there is nothing to release.');
  await execute('changeset', ['version'], { cwd: root });
  const version = commonVersion(root);
  const notesFile = join(root, `.github/release-notes/${version}.md`);
  const notes = existsSync(notesFile) ? readFileSync(notesFile, 'utf8') : null;
  const changelog = join(root, 'CHANGELOG.md');
  const before = existsSync(changelog) ? readFileSync(changelog, 'utf8') : null;
  writeFileSync(changelog, addToChangelog(before, { version, changesets, notes }));
  const server = join(root, 'packages/cli/server.json');
  writeFileSync(server, stampServer(readFileSync(server, 'utf8'), version));
  const plugin = join(root, 'apps/plugin/claude/.claude-plugin/plugin.json');
  writeFileSync(plugin, stampPlugin(readFileSync(plugin, 'utf8'), version));
  updateLockfile(root);
  return version;
}

/** Claude Code updates a plugin whose version is another one. Nothing else of the file changes. */
function stampPlugin(text: string, version: string): string {
  return text.replace(/("version": )"[^"]*"/, `$1${JSON.stringify(version)}`);
}

/** The version of the published packages. They depend on each other by exact versions, so it is the same for all. */
export function commonVersion(root: string): string {
  const versions = new Set(publishedPackages(root).map(({ manifest }) => manifest.version));
  const [version] = versions;
  if (version === undefined || versions.size > 1)
    throw new Error(
      `The packages have several versions: ${[...versions].join(', ')}. Name all of them in "fixed" of .changeset/config.json.`,
    );
  return version;
}

const copied = ['version', 'dependencies', 'devDependencies', 'peerDependencies'] as const;

/** `npm install` would do the same, and look for newer packages at the registry. */
function updateLockfile(root: string): void {
  const file = join(root, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, Record<string, unknown>>;
  };
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path === '' || path.includes('node_modules/')) continue;
    const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    for (const key of copied) if (entry[key] !== undefined) entry[key] = sorted(manifest[key]);
  }
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
}

/** As npm writes them. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
