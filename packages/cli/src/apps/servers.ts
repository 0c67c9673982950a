/**
 * How an app is started that no package of ours goes into: servers in other languages, site generators and bundlers
 * that annotate-mcp has no plugin for. `annotate-mcp dev` starts them so, and adds the overlay to their pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { hasProgram } from '../has-program.ts';

import type { Framework } from './frameworks.ts';
import type { Manifest } from './manifest.ts';
import { type PackageManager, runCommand } from './package-manager.ts';

export interface ServerFramework extends Framework {
  readonly kind: 'server';
  /** The command that starts it in its folder, as a person types it. */
  readonly start: string;
}

interface ByFiles {
  readonly name: string;
  /** All of these files are there. */
  readonly files: readonly string[];
  /** One of the files says this, where their names are not enough. */
  readonly says?: { readonly file: string; readonly text: RegExp };
  readonly start: string;
}

/** Known by their files. They come first: whatever bundles their scripts, the pages are theirs. */
const byFiles: readonly ByFiles[] = [
  { name: 'Rails', files: ['Gemfile', 'config/application.rb'], start: 'bin/rails server' },
  {
    name: 'Django',
    files: ['manage.py'],
    says: { file: 'manage.py', text: /django/i },
    start: 'python3 manage.py runserver',
  },
  { name: 'Laravel', files: ['artisan', 'composer.json'], start: 'php artisan serve' },
  {
    name: 'Phoenix',
    files: ['mix.exs'],
    says: { file: 'mix.exs', text: /:phoenix\b/ },
    start: 'mix phx.server',
  },
];

export function serverFrameworkIn(folder: string): ServerFramework | null {
  const found = byFiles.find(({ files, says }) => {
    if (!files.every((file) => existsSync(join(folder, file)))) return false;
    return says === undefined || says.text.test(readFileSync(join(folder, says.file), 'utf8'));
  });
  return found === undefined ? null : server(found.name, found.start);
}

interface ByPackage {
  readonly name: string;
  readonly package: string;
  /** Names of the script that starts it, the usual one first. */
  readonly scripts: readonly string[];
  /** For a project without such a script. */
  readonly otherwise: string;
}

const byPackage: readonly ByPackage[] = [
  {
    name: 'Docusaurus',
    package: '@docusaurus/core',
    scripts: ['start', 'dev'],
    otherwise: 'npx docusaurus start',
  },
  {
    name: 'Gatsby',
    package: 'gatsby',
    scripts: ['develop', 'start', 'dev'],
    otherwise: 'npx gatsby develop',
  },
  { name: 'Ember', package: 'ember-cli', scripts: ['start', 'dev'], otherwise: 'npx ember serve' },
  {
    name: 'Eleventy',
    package: '@11ty/eleventy',
    scripts: ['dev', 'start', 'serve', 'watch'],
    otherwise: 'npx @11ty/eleventy --serve',
  },
  {
    name: 'Create React App',
    package: 'react-scripts',
    scripts: ['start', 'dev'],
    otherwise: 'npx react-scripts start',
  },
  {
    name: 'Vue CLI',
    package: '@vue/cli-service',
    scripts: ['serve', 'dev', 'start'],
    otherwise: 'npx vue-cli-service serve',
  },
  { name: 'Parcel', package: 'parcel', scripts: ['start', 'dev', 'serve'], otherwise: 'npx parcel' },
  {
    name: 'VitePress',
    package: 'vitepress',
    scripts: ['docs:dev', 'dev', 'start'],
    otherwise: 'npx vitepress dev',
  },
  {
    name: 'Storybook',
    package: 'storybook',
    scripts: ['storybook', 'start', 'dev'],
    otherwise: 'npx storybook dev',
  },
];

/** Known by a package; after the frameworks that our plugins support. */
export function serverFrameworkOf(
  manifest: Manifest,
  manager: PackageManager | null,
): ServerFramework | null {
  const found = byPackage.find((each) => manifest.dependencies.has(each.package));
  if (found === undefined) return null;
  return server(found.name, scriptCommand(found.scripts, manifest, manager) ?? found.otherwise);
}

/** For a folder in which no framework is known: what its files say about how it is started; `null` when nothing does. */
export function plainServerIn(
  folder: string,
  manifest: Manifest | null,
  manager: PackageManager | null,
): ServerFramework | null {
  return flaskIn(folder) ?? scriptServer(manifest, manager) ?? phpIn(folder) ?? staticSiteIn(folder);
}

function flaskIn(folder: string): ServerFramework | null {
  const modules = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isFile() && entry.name.endsWith('.py'))
      return [{ name: entry.name.slice(0, -3), file: entry.name }];
    const inside = join(entry.name, '__init__.py');
    return entry.isDirectory() && existsSync(join(folder, inside))
      ? [{ name: entry.name, file: inside }]
      : [];
  });
  const found = modules.filter(({ file }) => /\bFlask\s*\(/.test(readFileSync(join(folder, file), 'utf8')));
  const [first] = found;
  if (first === undefined) return null;
  // `flask run` finds these two by itself.
  const isUsual = found.some(({ name }) => name === 'app' || name === 'wsgi');
  // With --debug it shows changed templates and code without a restart.
  return server('Flask', isUsual ? 'flask --debug run' : `flask --app ${first.name} --debug run`);
}

/** A package that others import may have such scripts too: they watch its build. */
function scriptServer(manifest: Manifest | null, manager: PackageManager | null): ServerFramework | null {
  if (manifest === null || manifest.isLibrary) return null;
  const start = scriptCommand(['dev', 'start', 'serve'], manifest, manager);
  return start === null ? null : server('Node.js app', start);
}

function phpIn(folder: string): ServerFramework | null {
  const start = 'php -S localhost:8000';
  if (existsSync(join(folder, 'public', 'index.php'))) return server('PHP', `${start} -t public`);
  return existsSync(join(folder, 'index.php')) ? server('PHP', start) : null;
}

function staticSiteIn(folder: string): ServerFramework | null {
  const inside = ['', 'public'].find((each) => existsSync(join(folder, each, 'index.html')));
  if (inside === undefined) return null;
  const [python, node] = ['python3 -m http.server', 'npx --yes serve'];
  const start = hasProgram('python3')
    ? [python, ...(inside === '' ? [] : ['--directory', inside])]
    : [node, ...(inside === '' ? [] : [inside])];
  return server('Static site', start.join(' '));
}

function server(name: string, start: string): ServerFramework {
  return { name, kind: 'server', needs: [], start };
}

function scriptCommand(
  names: readonly string[],
  { scripts }: Manifest,
  manager: PackageManager | null,
): string | null {
  const name = names.find((each) => scripts.has(each));
  if (name === undefined) return null;
  return name === 'start' && manager !== 'bun' ? `${manager ?? 'npm'} start` : runCommand(manager, name);
}
