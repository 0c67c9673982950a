import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { createApp, createAppAround, type App } from './app.ts';

const repository = resolve(import.meta.dirname, '../../../..');
const ours = [
  'core',
  'http',
  'store',
  'consent',
  'page-facts',
  'overlay',
  'hub',
  'unplugin',
  'vite-plugin',
  'astro',
  'next',
  'nuxt',
];

export interface InstalledApp extends App {
  /** Runs a module of the app with this Node and returns what it prints as JSON. */
  readonly run: (module: string) => Promise<unknown>;
}

/**
 * An app with versions of its own of its packages, which are installed once, and with ours as they are built. Its
 * `node_modules` is a link, or, with `isApart`, a folder, and no lockfile of this repository is above it.
 */
export async function createInstalledApp(
  name: string,
  dependencies: Record<string, string>,
  files: Record<string, string>,
  { isApart = false } = {},
): Promise<InstalledApp> {
  const cache = join(isApart ? tmpdir() : join(repository, 'node_modules/.cache'), 'annotate-mcp');
  const modules = await install(join(cache, name), dependencies);
  const app = await (isApart ? createAppAround(modules, files) : createApp(files, modules));
  return {
    ...app,
    async run(module) {
      const { stdout } = await promisify(execFile)(process.execPath, [module], {
        cwd: app.root,
        env: { PATH: process.env.PATH, HOME: app.root, NO_COLOR: '1' },
      });
      return JSON.parse(stdout.slice(stdout.indexOf('{'))) as unknown;
    },
  };
}

/** Returns the folder node_modules. */
async function install(folder: string, dependencies: Record<string, string>): Promise<string> {
  const modules = join(folder, 'node_modules');
  const { overrides } = await readManifest(repository);
  const manifests = await Promise.all(ours.map((each) => readManifest(join(repository, 'packages', each))));
  const theirs = manifests.flatMap((manifest) =>
    Object.entries(manifest.dependencies).filter(([each]) => !each.startsWith('@annotate-mcp/')),
  );
  const manifest = JSON.stringify({
    private: true,
    dependencies: { ...Object.fromEntries(theirs), ...dependencies },
    overrides,
  });
  // The app may have its own package.json in the same folder.
  const installed = join(modules, '.installed.json');
  if (!existsSync(installed) || (await readFile(installed, 'utf8')) !== manifest) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), manifest);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await promisify(execFile)('npm', ['install', ...options], { cwd: folder });
    await writeFile(installed, manifest);
  }
  for (const each of ours) {
    const place = join(modules, '@annotate-mcp', each);
    await rm(place, { recursive: true, force: true });
    for (const part of ['package.json', 'dist'])
      await cp(join(repository, 'packages', each, part), join(place, part), { recursive: true });
  }
  return modules;
}

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly overrides?: Record<string, string>;
}

async function readManifest(folder: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Partial<Manifest>;
  return { ...manifest, dependencies: manifest.dependencies ?? {} };
}
