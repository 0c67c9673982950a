/** Finds the apps of a project: folders with a dev server that can serve the overlay. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CliError } from '../errors.ts';

import {
  type AppKind,
  type Framework,
  frameworkOf,
  type ServerFramework,
  serverFrameworkIn,
} from './frameworks.ts';
import { emptyManifest, type Manifest, manifestOf } from './manifest.ts';

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
  return around === null ? appsBelow(folder, 3) : [around];
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
  const name = hasKind(app, 'angular') ? 'start' : 'dev';
  return app.manifest.scripts.has(name) ? name : null;
}

/** The first of the files `<name>.<ending>` in the folder; `null` when there is none. */
export function configFileOf({ folder }: App, name: string, endings: readonly string[]): string | null {
  const files = endings.map((ending) => join(folder, `${name}.${ending}`));
  return files.find((file) => existsSync(file)) ?? null;
}

function appAround(folder: string, root: string): App | null {
  const app = appAt(folder);
  if (app !== null) return app;
  return folder === root || dirname(folder) === folder ? null : appAround(dirname(folder), root);
}

function appAt(folder: string): App | null {
  const server = serverFrameworkIn(folder);
  const manifest = manifestOf(folder) ?? (server === null ? null : emptyManifest);
  if (manifest === null) return null;
  const viteConfig = viteConfigIn(folder);
  if (server !== null) return { folder, framework: server, viteConfig, manifest };
  // An app of a monorepo may have its Vite further up.
  const extra = viteConfig === null ? [] : ['vite'];
  const framework = frameworkOf(new Set([...manifest.dependencies, ...extra]));
  if (framework === null) return null;
  const app = { folder, framework, viteConfig, manifest };
  return framework.needsPage === true && viteConfig === null && !hasPage(folder) ? null : app;
}

function appsBelow(folder: string, depth: number): App[] {
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isForeign(entry.name))
    .map(({ name }) => join(folder, name))
    .flatMap((inner) => {
      const app = readable(inner);
      if (app === null) return appsBelow(inner, depth - 1);
      return app.framework.needsPage === true && !hasPage(inner) && !hasStories(app) ? [] : [app];
    });
}

/** A package.json further down may be broken on purpose, for example in a test fixture; it is ignored. */
function readable(folder: string): App | null {
  try {
    return appAt(folder);
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

/** Storybook shows what has no page, with the plugins of the vite.config. */
export function hasStories({ manifest }: App): boolean {
  return [...manifest.dependencies].some((name) => /^@storybook\/.+-vite$/.test(name));
}

/** The page that Vite serves, unless it is told to look elsewhere. */
export function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}
