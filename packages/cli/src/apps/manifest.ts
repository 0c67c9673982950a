/** Reads package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CliError } from '../errors.ts';

export interface Manifest {
  dependencies: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
  /** As written: a name, `@` and a version. */
  packageManager: string | null;
  isModule: boolean;
  hasWorkspaces: boolean;
}

/** `null` when there is none; one that cannot be read is an error. */
export function manifestOf(folder: string): Manifest | null {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const manifest = parseManifest(file);
  const { packageManager, type, workspaces } = manifest;
  return {
    dependencies: new Set(['dependencies', 'devDependencies'].flatMap((key) => keysOf(manifest[key]))),
    scripts: new Set(keysOf(manifest.scripts)),
    packageManager: typeof packageManager === 'string' ? packageManager : null,
    isModule: type === 'module',
    hasWorkspaces: workspaces !== undefined,
  };
}

function keysOf(group: unknown): string[] {
  return typeof group === 'object' && group !== null ? Object.keys(group) : [];
}

function parseManifest(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null) return { ...value };
    throw new TypeError('it is not an object');
  } catch (cause) {
    throw new CliError('config/unreadable', `${file} is not valid: ${String(cause)}.`, {
      hint: 'Fix it and run init again.',
      cause,
    });
  }
}
