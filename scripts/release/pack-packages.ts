/** Packs the built packages as npm would publish them, in dist/packages, to try them in an app of one's own. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { npm } from '../toolchain.mjs';

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
  const [program = '', ...words] = [...npm(), 'pack', ...options, ...what];
  await execute(program, words, { cwd, maxBuffer: 1e8 });
}

function tarballsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
    .map((name) => join(folder, name));
}

/** What every app needs, and what each kind of app needs beside it. */
const always = ['core', 'http', 'store', 'page-facts', 'overlay', 'consent', 'hub'];
const init = 'npx annotate-mcp init';
const kinds: readonly { app: string; packages: readonly string[]; then: string }[] = [
  { app: 'In your app with Vite', packages: ['unplugin', 'vite-plugin'], then: init },
  { app: 'With Astro', packages: ['unplugin', 'vite-plugin', 'astro'], then: init },
  { app: 'With Next.js', packages: ['unplugin', 'next'], then: init },
  { app: 'With Nuxt', packages: ['unplugin', 'vite-plugin', 'nuxt'], then: init },
  { app: 'With webpack, Rspack, Rsbuild, Farm or esbuild', packages: ['unplugin'], then: init },
  {
    app: 'With Angular',
    packages: ['angular'],
    then: 'npx ng add @annotate-mcp/angular --skip-confirmation',
  },
];

/** The folders of the packages that each kind of app installs, by name. */
export const installed = kinds.map(({ app, packages }) => ({ app, packages: [...always, ...packages] }));

/** The lines that install the tarballs in an app. */
function installLines(tarballs: readonly string[]): string {
  const pathOf = (name: string) =>
    tarballs.find((path) => basename(path).replace(/-\d.*$/, '') === name) ?? `${name} is missing`;
  const blocks = kinds.map(({ app, packages, then }) => {
    const names = [...always, ...packages].map((name) => `annotate-mcp-${name}`);
    const paths = [...names, 'annotate-mcp'].map((name) => quoted(pathOf(name)));
    return `${app}:\n  npm install --save-dev ${paths.join(' ')}\n  ${then}\n`;
  });
  const back = 'To take it back: npx annotate-mcp init --undo, then npm uninstall what you installed.\n';
  return `\n${[...blocks, back].join('\n')}`;
}

/** As a shell takes a path. Those of Windows know no single quotes. */
const quoted = (path: string) => (process.platform === 'win32' ? `"${path}"` : `'${path}'`);

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  process.stdout.write(installLines(await packPackages(root, join(root, 'dist/packages'))));
}
