/** Reads package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseJson } from '@annotate-mcp/core';

import { CliError } from '../errors.ts';

export interface Manifest {
  version: string | null;
  dependencies: ReadonlySet<string>;
  /** As written for each dependency: a version or a range. */
  versions: ReadonlyMap<string, string>;
  scripts: ReadonlySet<string>;
  /** As written: a name, `@` and a version. */
  packageManager: string | null;
  isModule: boolean;
  hasWorkspaces: boolean;
  /** Other packages import it. */
  isLibrary: boolean;
}

/** Of a project without package.json. */
export const emptyManifest: Manifest = {
  version: null,
  dependencies: new Set(),
  versions: new Map(),
  scripts: new Set(),
  packageManager: null,
  isModule: false,
  hasWorkspaces: false,
  isLibrary: false,
};

/** `null` when there is none; one that cannot be read is an error. */
export function manifestOf(folder: string): Manifest | null {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const manifest = parseManifest(file);
  const { version, packageManager, type, workspaces } = manifest;
  const versions = new Map(['dependencies', 'devDependencies'].flatMap((key) => textsOf(manifest[key])));
  return {
    version: typeof version === 'string' ? version : null,
    dependencies: new Set(versions.keys()),
    versions,
    scripts: new Set(textsOf(manifest.scripts).map(([name]) => name)),
    packageManager: typeof packageManager === 'string' ? packageManager : null,
    isModule: type === 'module',
    hasWorkspaces: workspaces !== undefined,
    // Not `main`: `npm init` writes it for every package.
    isLibrary: ['exports', 'module', 'types'].some((key) => manifest[key] !== undefined),
  };
}

function textsOf(group: unknown): [string, string][] {
  if (typeof group !== 'object' || group === null) return [];
  return Object.entries(group).map(([name, text]) => [name, String(text)]);
}

function parseManifest(file: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null) return { ...value };
    throw new TypeError('it is not an object');
  } catch (cause) {
    throw new CliError('config/unreadable', `${file} is not valid: ${String(cause)}.`, {
      hint: 'Fix it and run init again.',
      cause,
    });
  }
}
