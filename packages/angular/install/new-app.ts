/** Creates an app with `ng new` and installs it, in a temporary repository. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { run } from './commands.ts';

export interface AppKind {
  /** The command that creates it, with its arguments before `new`. */
  cli: readonly string[];
  options?: readonly string[];
  /** Versions by prefix of the package name; the longest prefix is used. */
  versions: Readonly<Record<string, string>>;
  /** The folder of the app in the repository. */
  folder?: string;
}

export interface NewApp extends Disposable {
  root: string;
  folder: string;
  read: (path: string) => string;
  /** The command of the app's own CLI. */
  ng: readonly string[];
}

export async function createNewApp({ cli, options = [], versions, folder = '.' }: AppKind): Promise<NewApp> {
  const root = realpathSync(mkdtempSync(join(cleanFolder(), 'annotate new ')));
  const app = join(root, folder);
  mkdirSync(join(root, '.git'));
  mkdirSync(dirname(app), { recursive: true });
  const quietOptions = [
    '--defaults',
    '--skip-git',
    '--skip-install',
    '--minimal',
    '--no-inline-template',
    '--no-inline-style',
  ];
  await run([...cli, 'new', 'shop', `--directory=${folder}`, ...quietOptions, ...options], { cwd: root });
  pinVersions(join(app, 'package.json'), versions);
  await run(['npm', 'install'], { cwd: app });
  return {
    root,
    folder: app,
    read: (path) => readFileSync(join(app, path), 'utf8'),
    ng: [process.execPath, join(app, 'node_modules/@angular/cli/bin/ng.js')],
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A folder without node_modules above it, so that the app cannot find packages there. */
function cleanFolder(): string {
  const candidates = [tmpdir(), '/var/tmp', homedir()];
  const clean = candidates.find((folder) => existsSync(folder) && !hasPackagesAbove(realpathSync(folder)));
  if (clean !== undefined) return clean;
  throw new Error(
    `There are node_modules in or above each of ${candidates.join(', ')}. Set TMPDIR to another folder.`,
  );
}

function hasPackagesAbove(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  return dirname(folder) !== folder && hasPackagesAbove(dirname(folder));
}

/** Angular's packages require each other's exact version, so ranges fail while a release is only partly published. */
function pinVersions(file: string, versions: AppKind['versions']): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  const prefixes = Object.keys(versions).sort((a, b) => b.length - a.length);
  for (const group of ['dependencies', 'devDependencies']) {
    for (const name of Object.keys(manifest[group] ?? {})) {
      const prefix = prefixes.find((each) => name.startsWith(each));
      if (prefix !== undefined) Object.assign(manifest[group] ?? {}, { [name]: versions[prefix] });
    }
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}
