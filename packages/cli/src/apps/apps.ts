/** Finds the apps of a project: folders with a dev server that can serve the overlay. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CliError } from '../errors.ts';

import { type AppKind, type Framework, frameworksOf } from './frameworks.ts';
import { emptyManifest, type Manifest, manifestOf } from './manifest.ts';
import { packageManagerOf } from './package-manager.ts';
import { plainServerIn, type ServerFramework, serverFrameworkIn, serverFrameworkOf } from './servers.ts';

export interface App {
  folder: string;
  framework: Framework | ServerFramework;
  /** The vite.config; `null` when there is none. */
  viteConfig: string | null;
  manifest: Manifest;
}

const viteConfigs = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `vite.config.${ending}`);

/**
 * The app around `folder`, up to `root`; else those below it. A monorepo has its Vite often at the root, so below only
 * what also has a page is an app.
 */
export function findApps(folder: string, root: string): App[] {
  const around = appAround(folder, root);
  return around === null ? appsBelow(folder, root, 3) : [around];
}

/** Where no framework is known and the files say how it is started, that is the app. */
export function findAppsOrServer(folder: string, root: string): App[] {
  const apps = findApps(folder, root);
  if (apps.length > 0) return apps;
  const here = plainServerAt(folder, root);
  if (here !== null) return [here];
  // From a library of a workspace, the script that starts all of it is not meant.
  if (appsElsewhere(folder, root).length > 0) return [];
  const around = plainServerAround(folder, root);
  return around === null ? [] : [around];
}

/** The apps of the project, for a folder that has none around and below. */
export function appsElsewhere(folder: string, root: string): App[] {
  return folder === root ? [] : appsBelow(root, root, 3);
}

export function hasKind({ framework }: App, kind: AppKind): boolean {
  return framework.kind === kind;
}

/** An app with angular.json: other tools that build Angular serve it in their own ways. */
export function usesAngularCli(app: App): boolean {
  return hasKind(app, 'angular') && existsSync(join(app.folder, 'angular.json'));
}

/** The script that starts the dev server, by the framework's usual name; `null` when there is none. */
export function devScriptOf(app: App): string | null {
  const { scripts = ['dev'] } = app.framework;
  return scripts.find((name) => app.manifest.scripts.has(name)) ?? null;
}

/** The first of the files `<name>.<ending>` in the folder; `null` when there is none. */
export function configFileOf({ folder }: App, name: string, endings: readonly string[]): string | null {
  const files = endings.map((ending) => join(folder, `${name}.${ending}`));
  return files.find((file) => existsSync(file)) ?? null;
}

function appAround(folder: string, root: string): App | null {
  const app = appAt(folder, root);
  if (app !== null) return app;
  return folder === root || dirname(folder) === folder ? null : appAround(dirname(folder), root);
}

function appAt(folder: string, root: string): App | null {
  const server = serverFrameworkIn(folder);
  const manifest = manifestOf(folder) ?? (server === null ? null : emptyManifest);
  if (manifest === null) return null;
  const viteConfig = viteConfigIn(folder);
  if (server !== null) return { folder, framework: server, viteConfig, manifest };
  // An app of a monorepo may have its Vite further up.
  const extra = viteConfig === null ? [] : ['vite'];
  const known = frameworksOf(new Set([...manifest.dependencies, ...extra]))
    .map((framework) => ({ folder, framework, viteConfig, manifest }))
    .find(canShowPages);
  if (known !== undefined) return known;
  const framework = serverFrameworkOf(manifest, packageManagerOf(folder, root));
  return framework === null ? null : { folder, framework, viteConfig, manifest };
}

function canShowPages(app: App): boolean {
  const { framework, folder, viteConfig } = app;
  // The package alone is often that of an app's or a library's documents, which are built elsewhere.
  if (framework.kind === 'vitepress') return !hasPage(folder) && vitePressConfigOf(app) !== null;
  return framework.needsPage !== true || viteConfig !== null || hasPage(folder);
}

function plainServerAround(folder: string, root: string): App | null {
  const app = plainServerAt(folder, root);
  if (app !== null) return app;
  return folder === root || dirname(folder) === folder ? null : plainServerAround(dirname(folder), root);
}

function plainServerAt(folder: string, root: string): App | null {
  const manifest = manifestOf(folder);
  const framework = plainServerIn(folder, manifest, packageManagerOf(folder, root));
  if (framework === null) return null;
  return { folder, framework, viteConfig: null, manifest: manifest ?? emptyManifest };
}

function appsBelow(folder: string, root: string, depth: number): App[] {
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isForeign(entry.name))
    .map(({ name }) => join(folder, name))
    .flatMap((inner) => {
      const app = readable(inner, root);
      if (app === null) return appsBelow(inner, root, depth - 1);
      return app.framework.needsPage === true && !hasPage(inner) && !hasStories(app) ? [] : [app];
    });
}

/** A package.json further down may be broken on purpose, for example in a test fixture; it is ignored. */
function readable(folder: string, root: string): App | null {
  try {
    return appAt(folder, root);
  } catch (error) {
    if (error instanceof CliError) return null;
    throw error;
  }
}

/** Folders that do not hold the sources of a project. */
export function isForeign(name: string): boolean {
  return name.startsWith('.') || foreignFolders.has(name);
}

const foreignFolders = new Set(['node_modules', 'dist', 'build', 'coverage', 'deps', 'vendor', '_build']);

function viteConfigIn(folder: string): string | null {
  return viteConfigs.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** VitePress keeps it in the folder of the pages: the app's own, or one in it such as `docs`. */
export function vitePressConfigOf({ folder }: Pick<App, 'folder'>): string | null {
  const inside = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isForeign(entry.name))
    .map(({ name }) => name);
  const files = ['', ...inside].flatMap((each) =>
    ['config', 'config/index'].flatMap((name) =>
      ['mts', 'ts', 'mjs', 'js'].map((ending) => join(folder, each, '.vitepress', `${name}.${ending}`)),
    ),
  );
  return files.find((file) => existsSync(file)) ?? null;
}

/** Storybook shows what has no page, with the plugins of the vite.config. */
export function hasStories({ manifest }: App): boolean {
  return [...manifest.dependencies].some((name) => /^@storybook\/.+-vite$/.test(name));
}

/** The page that Vite serves, unless it is told to look elsewhere. */
export function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}
