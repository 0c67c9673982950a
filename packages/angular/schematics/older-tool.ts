/** What the older package ng-annotate left in the workspace: its imports become ours; the rest is named, not changed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import type { JSONFile } from '@schematics/angular/utility/json-file';

import { angularPackage, specifierOf } from './dependencies.ts';
import type { WorkspaceFolders } from './folders.ts';
import { type ChosenProject, sourceFiles } from './projects.ts';

const olderPackage = '@ng-annotate/angular';
const olderPackages = [olderPackage, '@ng-annotate/mcp-server', '@ng-annotate/vite-plugin'];
const olderServer = 'ng-annotate';

/** Both packages export the same names. Returns a sentence for each changed file. */
export function replaceOlderImports(tree: Tree, chosen: readonly ChosenProject[]): string[] {
  const files = new Set(chosen.flatMap((project) => sourceFiles(tree, project)));
  return [...files].flatMap((path) => {
    if (tree.read(path)?.includes(olderPackage) !== true) return [];
    const before = tree.readText(path);
    const after = before.replace(olderSpecifier, `$1${angularPackage}$2`);
    if (after === before) return [];
    tree.overwrite(path, after);
    return [`${path.replace(/^\//, '')} imports from ${angularPackage} instead of ${olderPackage}.`];
  });
}

/** In `import … from`, `export … from` and `import(…)`. */
const olderSpecifier = /((?:\bfrom|\bimport\s*\()\s*['"])@ng-annotate\/angular(['"])/g;

/** What the person has to do about the older tool, a sentence each. */
export function describeLeftovers(tree: Tree, manifest: JSONFile, folders: WorkspaceFolders): string[] {
  const packages = olderPackages.filter((name) => specifierOf(manifest, name) !== null);
  const servers = ['.mcp.json', '.vscode/mcp.json'].filter(
    (path) => tree.exists(path) && tree.readText(path).includes(`"${olderServer}"`),
  );
  const plugins = ['vite.config.ts', 'vite.config.js', 'vite.config.mts'].filter(
    (path) => tree.exists(path) && tree.readText(path).includes('@ng-annotate/vite-plugin'),
  );
  const store = [...new Set([folders.projectRoot, folders.workspace])]
    .map((folder) => join(folder, '.ng-annotate', 'store.json'))
    .find((file) => existsSync(file));
  return [
    ...servers.map((path) => `${path} still starts the older server "${olderServer}". Remove that entry.`),
    ...plugins.map((path) => `${path} still uses @ng-annotate/vite-plugin. Remove it there.`),
    ...(packages.length === 0
      ? []
      : [`${angularPackage} replaces ng-annotate. Uninstall it: npm uninstall ${packages.join(' ')}`]),
    ...(store === undefined
      ? []
      : [`Your comments of ng-annotate are in ${store}. Import them: npx annotate-mcp import "${store}"`]),
  ];
}
