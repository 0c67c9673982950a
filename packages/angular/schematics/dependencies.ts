import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JSONFile } from '@schematics/angular/utility/json-file';

export const angularPackage = '@annotate-mcp/angular';
const serverPackage = 'annotate-mcp';

/** Adds both packages as devDependencies, because neither may be part of the app. */
export function addDependencies(manifest: JSONFile): void {
  const own = ownVersion();
  moveToDevDependencies(manifest, angularPackage, `^${own}`);
  // Both packages are released together, so both get the same version prefix.
  const prefix = /^[\^~]?/.exec(String(manifest.get(['devDependencies', angularPackage])))?.[0] ?? '';
  moveToDevDependencies(manifest, serverPackage, prefix + own);
}

/** Our builder needs `@angular/build`. The older package depends on it, but without hoisting it cannot be resolved. */
export function addBuildPackage(manifest: JSONFile): void {
  const olderSpecifier = specifierOf(manifest, '@angular-devkit/build-angular');
  if (olderSpecifier === null || specifierOf(manifest, '@angular/build') !== null) return;
  addDevDependency(manifest, '@angular/build', olderSpecifier);
}

function moveToDevDependencies(manifest: JSONFile, name: string, specifier: string): void {
  const wanted = specifierOf(manifest, name) ?? specifier;
  manifest.remove(['dependencies', name]);
  if (manifest.get(['devDependencies', name]) === undefined) addDevDependency(manifest, name, wanted);
}

/** Inserts in alphabetical order, as package managers do; a new group is added at the end. */
function addDevDependency(manifest: JSONFile, name: string, specifier: string): void {
  const isNew = manifest.get(['devDependencies']) === undefined;
  manifest.modify(['devDependencies', name], specifier, isNew ? false : undefined);
}

/** The version specifier in package.json; `null` when the package is not listed. */
export function specifierOf(manifest: JSONFile, name: string): string | null {
  const specifiers = ['dependencies', 'devDependencies'].map((group) => manifest.get([group, name]));
  return specifiers.find((specifier) => typeof specifier === 'string') ?? null;
}

function ownVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
