/** A new user's app: what `ng new` makes, installed, in a repository of its own. */
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

export interface Kind {
  /** The program that makes it, and its arguments before `new`. */
  cli: readonly string[];
  options?: readonly string[];
  /** By the beginning of the name; the longest decides. */
  versions: Readonly<Record<string, string>>;
  /** Where in the repository. */
  folder?: string;
}

export interface NewApp extends Disposable {
  root: string;
  folder: string;
  read: (path: string) => string;
  /** The CLI of the app. */
  ng: readonly string[];
}

export async function newApp({ cli, options = [], versions, folder = '.' }: Kind): Promise<NewApp> {
  const root = realpathSync(mkdtempSync(join(cleanFolder(), 'annotate new ')));
  const app = join(root, folder);
  mkdirSync(join(root, '.git'));
  mkdirSync(dirname(app), { recursive: true });
  const quietly = [
    '--defaults',
    '--skip-git',
    '--skip-install',
    '--minimal',
    '--no-inline-template',
    '--no-inline-style',
  ];
  await run([...cli, 'new', 'shop', `--directory=${folder}`, ...quietly, ...options], { cwd: root });
  pin(join(app, 'package.json'), versions);
  await run(['npm', 'install'], { cwd: app });
  return {
    root,
    folder: app,
    read: (path) => readFileSync(join(app, path), 'utf8'),
    ng: [process.execPath, join(app, 'node_modules/@angular/cli/bin/ng.js')],
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** With no packages above it, which the app would find where its own are missing. */
function cleanFolder(): string {
  const places = [tmpdir(), '/var/tmp', homedir()];
  const clean = places.find((place) => existsSync(place) && !hasPackagesAbove(realpathSync(place)));
  if (clean !== undefined) return clean;
  throw new Error(
    `There are node_modules in or above each of ${places.join(', ')}. Set TMPDIR to a folder without.`,
  );
}

function hasPackagesAbove(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  return dirname(folder) !== folder && hasPackagesAbove(dirname(folder));
}

/** Angular's packages ask for each other's exact version, so ranges cannot be satisfied while a release is half out. */
function pin(file: string, versions: Kind['versions']): void {
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
