/** Finds the apps of a project: folders with a dev server that can serve the overlay. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { CliError } from '../errors.ts';

import { type Manifest, manifestOf } from './manifest.ts';

export interface App {
  folder: string;
  /** Its name for people. */
  framework: string;
  /** The vite.config; `null` when there is none. */
  viteConfig: string | null;
  manifest: Manifest;
}

const frameworks = [
  { name: 'Angular', needs: ['@angular/core'] },
  { name: 'Astro', needs: ['astro'] },
  { name: 'Vite + Preact', needs: ['vite', 'preact'] },
  { name: 'Vite + React', needs: ['vite', 'react'] },
  { name: 'Vite + Vue', needs: ['vite', 'vue'] },
  { name: 'Vite + Svelte', needs: ['vite', 'svelte'] },
  { name: 'Vite + Solid', needs: ['vite', 'solid-js'] },
  { name: 'Vite', needs: ['vite'] },
  { name: 'Node server', needs: ['@annotate-mcp/hub'] },
] as const;

const viteConfigs = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].map((ending) => `vite.config.${ending}`);

/**
 * The app around `folder`, up to `root`; else those below it. A monorepo has its Vite often at the root, so below only
 * what also has a page is an app.
 */
export function findApps(folder: string, root: string): App[] {
  const around = appAround(folder, root);
  return around === null ? appsBelow(folder, 3) : [around];
}

/** By the dependencies in package.json. The first match counts, because an Astro site has Vite as well. */
export function frameworkOf(dependencies: ReadonlySet<string>): string | null {
  return frameworks.find(({ needs }) => needs.every((name) => dependencies.has(name)))?.name ?? null;
}

/** An app with angular.json: other tools that build Angular serve it in their own ways. */
export function usesAngularCli({ framework, folder }: App): boolean {
  return framework === 'Angular' && existsSync(join(folder, 'angular.json'));
}

/** The script that starts the dev server, by the framework's usual name; `null` when there is none. */
export function devScriptOf({ framework, manifest }: App): string | null {
  const name = framework === 'Angular' ? 'start' : 'dev';
  return manifest.scripts.has(name) ? name : null;
}

export function usesAstro({ framework }: App): boolean {
  return framework === 'Astro';
}

/** In the order in which Astro looks for them; `null` when there is none. */
export function astroConfigOf({ folder }: App): string | null {
  const files = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((ending) =>
    join(folder, `astro.config.${ending}`),
  );
  return files.find((file) => existsSync(file)) ?? null;
}

/** A server that its author has added the hub to. */
export function usesHub({ framework }: App): boolean {
  return framework === 'Node server';
}

export function usesVite({ framework }: App): boolean {
  return framework.startsWith('Vite');
}

function appAround(folder: string, root: string): App | null {
  const app = appAt(folder);
  if (app !== null) return app;
  return folder === root || dirname(folder) === folder ? null : appAround(dirname(folder), root);
}

function appAt(folder: string): App | null {
  const manifest = manifestOf(folder);
  if (manifest === null) return null;
  const viteConfig = viteConfigIn(folder);
  // An app of a monorepo may have its Vite further up.
  const extra = viteConfig === null ? [] : ['vite'];
  const framework = frameworkOf(new Set([...manifest.dependencies, ...extra]));
  if (framework === null) return null;
  const app = { folder, framework, viteConfig, manifest };
  return usesVite(app) && viteConfig === null && !hasPage(folder) ? null : app;
}

function appsBelow(folder: string, depth: number): App[] {
  if (depth === 0) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isForeign(entry.name))
    .map(({ name }) => join(folder, name))
    .flatMap((inner) => {
      const app = readable(inner);
      if (app === null) return appsBelow(inner, depth - 1);
      return usesVite(app) && !hasPage(inner) ? [] : [app];
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
  return name.startsWith('.') || ['node_modules', 'dist', 'build', 'coverage'].includes(name);
}

function viteConfigIn(folder: string): string | null {
  return viteConfigs.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** The page that Vite serves, unless it is told to look elsewhere. */
export function hasPage(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}
