import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

interface Entry {
  link?: boolean;
  resolved?: string;
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const readLockfile = (folder: string) =>
  readFileSync(join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8');
const text = readLockfile('.');
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };

describe('the lockfile', () => {
  it('names no registry, so that each user installs from their own', () => {
    const fetched = Object.entries(packages)
      .filter(([, { link, resolved }]) => link !== true && resolved !== undefined)
      .map(([path, { resolved }]) => `${path}: ${resolved}`);
    expect(fetched).toEqual([]);
    for (const folder of ['.', 'demos/tasks/component-libraries'])
      expect(readLockfile(folder)).not.toMatch(/"resolved": "[a-z+]+:\/\//);
  });

  // Where one is missing, `npm ci` refuses the whole lockfile. npm leaves one out without a word when the registry
  // lacks it, and other systems' when the lockfile is made over an existing node_modules.
  it('has every optional package that another one names, for every system', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => nearest(path, name) === undefined)
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['rolldown', '@rolldown/binding-', ['linux-x64-gnu', 'linux-arm64-gnu', 'win32-x64-msvc']],
    ['esbuild', '@esbuild/', ['linux-x64', 'linux-arm64', 'win32-x64']],
  ])('has the binaries of every %s in it', (name, prefix, systems) => {
    const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
    const missing = copies.flatMap((copy) =>
      ['darwin-arm64', 'darwin-x64', ...systems]
        .filter((system) => nearest(copy, `${prefix}${system}`)?.version !== packages[copy]?.version)
        .map((system) => `${copy}: ${prefix}${system}`),
    );
    expect(missing).toEqual([]);
  });
});

/** The package that Node would find as `name` from the one at `path`: in its own node_modules, or further up. */
function nearest(path: string, name: string): Entry | undefined {
  const inside = packages[path === '' ? `node_modules/${name}` : `${path}/node_modules/${name}`];
  if (inside !== undefined || path === '') return inside;
  return nearest(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}
