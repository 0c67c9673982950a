import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { createApp, type App } from './app.ts';

const repository = resolve(import.meta.dirname, '../../../..');
const ours = ['core', 'http', 'store', 'overlay', 'hub', 'unplugin', 'vite-plugin', 'astro', 'next', 'nuxt'];

export interface InstalledApp extends App {
  /** Runs a module of the app with this Node and returns what it prints as JSON. */
  readonly run: (module: string) => Promise<unknown>;
}

/** An app with versions of its own of its packages, which are installed once, and with ours as they are built. */
export async function createInstalledApp(
  name: string,
  dependencies: Record<string, string>,
  files: Record<string, string>,
): Promise<InstalledApp> {
  const app = await createApp(files, await install(name, dependencies));
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
async function install(name: string, dependencies: Record<string, string>): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/annotate-mcp', name);
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
  const file = join(folder, 'package.json');
  if (!existsSync(modules) || (await readFile(file, 'utf8')) !== manifest) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, manifest);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await promisify(execFile)('npm', ['install', ...options], { cwd: folder });
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
