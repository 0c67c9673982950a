/** Reads from the files of each app whether the plugin is installed and configured. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import {
  angularPackage,
  hasProvider,
  projectsServedByUs,
  workspaceFileOf,
} from '../angular/workspace-file.ts';
import { type App, findAppsOrServer, hasKind, usesAngularCli } from '../apps/apps.ts';
import { pageConfigOf } from '../apps/configs/index.ts';
import type { PageConfig } from '../apps/configs/page-config.ts';
import { hubFileOf, hubPackage } from '../apps/hub-import.ts';
import { type PackageManager, packageManagerOf } from '../apps/package-manager.ts';
import { findUnsupported } from '../apps/supported-versions.ts';
import { checkoutFileIn, hasPlugin } from '../config-file/config-file.ts';
import { describeFailure, type Failure } from '../errors.ts';
import { proposeInstall } from '../init/install.ts';

export interface PageSide {
  app: App;
  packageManager: PackageManager | null;
  /** `null` when there is no annotate-mcp package for it. */
  plugin: Plugin | null;
  /** What is wrong with the version of its framework. */
  unsupported: { what: string; fix: string } | null;
}

interface Plugin {
  /** The configuration file that has the plugin, or would have it. */
  file: string;
  isInstalled: boolean;
  isWired: boolean;
  /** The command that adds the package; `null` when package.json has it. */
  add: string | null;
  /** Names of the projects whose code does not import the provider. */
  withoutProvider: string[];
}

export function readPageSides(folder: string, root: string): PageSide[] | Failure {
  try {
    return findAppsOrServer(folder, root).map((app) => ({
      app,
      packageManager: packageManagerOf(app.folder, root),
      plugin: pluginOf(app, root),
      unsupported: findUnsupported(app, root),
    }));
  } catch (error) {
    return describeFailure(error);
  }
}

function pluginOf(app: App, root: string): Plugin | null {
  if (usesAngularCli(app)) return angularPluginOf(app, root);
  if (hasKind(app, 'hub')) return hubOf(app, root);
  const config = pageConfigOf(app);
  return config === null ? null : inConfig(app, config, root);
}

function hubOf(app: App, root: string): Plugin {
  const file = hubFileOf(app);
  return {
    file: file ?? app.folder,
    isInstalled: isInstalled(app, hubPackage),
    isWired: file !== null,
    add: addCommandOf(app, hubPackage, root),
    withoutProvider: [],
  };
}

function inConfig(app: App, config: PageConfig, root: string): Plugin {
  const file = config.fileOf(app);
  const text = file === null ? '' : readFileSync(file, 'utf8');
  const path = file === null ? null : checkoutFileIn(text, config.kind);
  return {
    file: file ?? app.folder,
    isInstalled:
      path === null ? isInstalled(app, config.package) : existsSync(resolve(dirname(file ?? ''), path)),
    isWired: hasPlugin(text, config.kind),
    add: addCommandOf(app, config.package, root),
    withoutProvider: [],
  };
}

function angularPluginOf(app: App, root: string): Plugin {
  const served = projectsServedByUs(app.folder);
  return {
    file: workspaceFileOf(app.folder),
    isInstalled: isInstalled(app, angularPackage),
    isWired: served.length > 0,
    add: addCommandOf(app, angularPackage, root),
    withoutProvider: served.filter((project) => !hasProvider(project)).map(({ name }) => name),
  };
}

function addCommandOf(app: App, name: string, root: string): string | null {
  return proposeInstall(app, name, root)?.command.join(' ') ?? null;
}

function isInstalled({ folder, manifest }: App, name: string): boolean {
  return isFound(folder, name) || (manifest.dependencies.has(name) && isPlugAndPlay(folder));
}

/** As Node looks for it, but not beyond the repository: what lies there is not installed in this project. */
function isFound(folder: string, name: string): boolean {
  return someUp(folder, (each) => existsSync(join(each, 'node_modules', name)));
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
