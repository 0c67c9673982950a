/** What each app of the project has of the page side, read from its files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type App, findApps, usesVite } from '../apps/apps.ts';
import { type PackageManager, packageManagerOf } from '../apps/package-manager.ts';
import { describeFailure, type Failure } from '../errors.ts';
import { hasPlugin, pluginPackage } from '../vite/config-file.ts';

export interface PageSide {
  app: App;
  packageManager: PackageManager | null;
  /** `null` where there is no package of ours for it. */
  plugin: { isInstalled: boolean; isWired: boolean } | null;
}

export function readPageSides(folder: string, root: string): PageSide[] | Failure {
  try {
    return findApps(folder, root).map((app) => ({
      app,
      packageManager: packageManagerOf(app.folder, root),
      plugin: usesVite(app) ? pluginOf(app) : null,
    }));
  } catch (error) {
    return describeFailure(error);
  }
}

function pluginOf({ folder, viteConfig, manifest }: App): PageSide['plugin'] {
  const isHere = isFound(folder) || (manifest.dependencies.has(pluginPackage) && isPlugAndPlay(folder));
  return {
    isInstalled: isHere,
    isWired: viteConfig !== null && hasPlugin(readFileSync(viteConfig, 'utf8')),
  };
}

/** As Node looks for it, but not beyond the repository: what lies there is not installed in this project. */
function isFound(folder: string): boolean {
  return someUp(folder, (each) => existsSync(join(each, 'node_modules', pluginPackage)));
}

/** Yarn may keep packages elsewhere. */
function isPlugAndPlay(folder: string): boolean {
  return someUp(folder, (each) => existsSync(join(each, '.pnp.cjs')));
}

function someUp(folder: string, test: (folder: string) => boolean): boolean {
  if (test(folder)) return true;
  const isTop = existsSync(join(folder, '.git')) || dirname(folder) === folder;
  return !isTop && someUp(dirname(folder), test);
}
