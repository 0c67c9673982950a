/** Packs the built packages as they are published. Usage: pack-packages.ts [folder], which is dist/packages by default. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { publishedManifest, publishedPackages, readManifest } from './published-manifest.ts';

const execute = promisify(execFile);

/** Replaces what is in `output`, and returns the paths of the tarballs. `root` is the repository. */
export async function packPackages(root: string, output: string): Promise<string[]> {
  const workspace = mkdtempSync(join(tmpdir(), 'annotate-packages-'));
  try {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    const packed = await packWorkspaces(root, join(workspace, 'packed'));
    const folders: string[] = [];
    for (const tarball of packed)
      folders.push(await unpackForPublishing(tarball, join(workspace, basename(tarball, '.tgz'))));
    await pack(workspace, output, folders);
    return tarballsIn(output);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function packWorkspaces(root: string, folder: string): Promise<string[]> {
  mkdirSync(folder);
  const workspaces = publishedPackages(root).map(({ folder: workspace }) => `--workspace=${workspace}`);
  await pack(root, folder, workspaces);
  return tarballsIn(folder);
}

/** Returns the folder with the files of the tarball and the manifest that npm gets. */
async function unpackForPublishing(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder);
  await execute('tar', ['-xzf', tarball, '-C', folder]);
  const unpacked = join(folder, 'package');
  const file = join(unpacked, 'package.json');
  const manifest = publishedManifest(readManifest(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return unpacked;
}

async function pack(cwd: string, destination: string, what: readonly string[]): Promise<void> {
  const options = ['--silent', '--ignore-scripts', '--pack-destination', destination];
  await execute('npm', ['pack', ...options, ...what], { cwd, maxBuffer: 1e8 });
}

function tarballsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(folder, name));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  await packPackages(root, resolve(process.argv[2] ?? join(root, 'dist/packages')));
}
