/** What a release has beside the packages: files that people load or start without npm. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { readSection } from './changelog.ts';

interface Building {
  readonly root: string;
  readonly version: string;
  /** For every system, with Node from the registry, or only for this machine. */
  readonly executables: 'all' | 'own';
}

/** In this order: each build uses what the one before has made. */
const builds = ['build-packages', 'build-extension', 'build-plugin', 'build-vscode', 'build-executables'];

/** Builds everything of a release and returns the folder with its files, dist/release. */
export function buildReleaseFiles({ root, version, executables }: Building): string {
  for (const task of builds) {
    const options = task === 'build-executables' && executables === 'all' ? ['--all'] : [];
    execFileSync(process.execPath, ['scripts/run.mjs', task, ...options], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
  }
  const folder = join(root, 'dist/release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const copy = (from: string, name = basename(from)) => copyFileSync(join(root, from), join(folder, name));
  copy(`apps/extension/dist/annotate-mcp-extension-${version}.zip`);
  copy('apps/plugin/dist/annotate-mcp.mcpb', `annotate-mcp-${version}.mcpb`);
  copy(`apps/vscode/dist/annotate-mcp-${version}.vsix`, `annotate-mcp-vscode-${version}.vsix`);
  const plugin = join(folder, `annotate-mcp-claude-plugin-${version}.tgz`);
  execFileSync('tar', ['-czf', plugin, '-C', join(root, 'apps/plugin/dist'), 'claude']);
  for (const file of globSync('dist/executables/annotate-mcp-*', { cwd: root })) copy(file);
  copy('dist/executables/licenses.md', 'licenses-of-executables.md');
  writeSums(folder);
  return folder;
}

/** The text of the release on GitHub. */
export function writeReleaseNotes(root: string, version: string): string {
  const notes = readSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === null)
    throw new Error(`CHANGELOG.md has no section "## ${version}". Run npm run release -- version first.`);
  const file = join(root, 'dist/release-notes.md');
  writeFileSync(file, `${notes}\n`);
  return file;
}

/** As `sha256sum --check SHA256SUMS` reads them. */
function writeSums(folder: string): void {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
