import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JSONFile } from '@schematics/angular/utility/json-file';

export const angularPackage = '@annotate-mcp/angular';
const serverPackage = 'annotate-mcp';

/** Both are for development only, so neither may come with the app. */
export function addDependencies(manifest: JSONFile): void {
  const own = ownVersion();
  keepForDevelopment(manifest, angularPackage, `^${own}`);
  // As close to our version as the user wants ours to be: the two are released together.
  const prefix = /^[\^~]?/.exec(String(manifest.get(['devDependencies', angularPackage])))?.[0] ?? '';
  keepForDevelopment(manifest, serverPackage, prefix + own);
}

/** What our builder stands on. The older package brings it, but not within reach where nothing is hoisted. */
export function addBuildPackage(manifest: JSONFile): void {
  const older = specifierOf(manifest, '@angular-devkit/build-angular');
  if (older === null || specifierOf(manifest, '@angular/build') !== null) return;
  addForDevelopment(manifest, '@angular/build', older);
}

function keepForDevelopment(manifest: JSONFile, name: string, specifier: string): void {
  const asked = specifierOf(manifest, name) ?? specifier;
  manifest.remove(['dependencies', name]);
  if (manifest.get(['devDependencies', name]) === undefined) addForDevelopment(manifest, name, asked);
}

/** In the order of the alphabet, as package managers do; a group that is new goes to the end. */
function addForDevelopment(manifest: JSONFile, name: string, specifier: string): void {
  const isNew = manifest.get(['devDependencies']) === undefined;
  manifest.modify(['devDependencies', name], specifier, isNew ? false : undefined);
}

/** As package.json asks for it; `null` when it does not. */
export function specifierOf(manifest: JSONFile, name: string): string | null {
  const asked = ['dependencies', 'devDependencies'].map((group) => manifest.get([group, name]));
  return asked.find((specifier) => typeof specifier === 'string') ?? null;
}

function ownVersion(): string {
  const file = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
