/** Finds the package manager of a project and builds its commands. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Manifest, manifestOf } from './manifest.ts';

const known = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof known)[number];

const lockfiles: readonly [string, PackageManager][] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** By package.json, otherwise by the lockfile; in a monorepo either may be in a parent folder. */
export function packageManagerOf(folder: string, root: string): PackageManager | null {
  const stated = manifestOf(folder)?.packageManager?.split('@')[0];
  const byName = known.find((name) => name === stated);
  if (byName !== undefined) return byName;
  const found = lockfiles.find(([name]) => existsSync(join(folder, name)));
  if (found !== undefined) return found[1];
  return folder === root || dirname(folder) === folder ? null : packageManagerOf(dirname(folder), root);
}

/** The command that adds a development dependency to `folder`. */
export function addCommand(
  manager: PackageManager,
  name: string,
  folder: string,
): [PackageManager, ...string[]] {
  switch (manager) {
    case 'npm':
      return ['npm', 'install', '--save-dev', name];
    case 'pnpm':
      // Without it pnpm refuses to add anything to the root of a workspace.
      return ['pnpm', 'add', '--save-dev', ...(isPnpmRoot(folder) ? ['--workspace-root'] : []), name];
    case 'yarn':
      return [
        'yarn',
        'add',
        '--dev',
        ...(isClassicRoot(folder) ? ['--ignore-workspace-root-check'] : []),
        name,
      ];
    case 'bun':
      return ['bun', 'add', '--dev', name];
  }
}

/** The command that removes packages from `folder`. */
export function removeCommand(
  manager: PackageManager,
  names: readonly string[],
): [PackageManager, ...string[]] {
  return [manager, manager === 'npm' ? 'uninstall' : 'remove', ...names];
}

export function runCommand(manager: PackageManager | null, script: string): string {
  return `${manager ?? 'npm'} run ${script}`;
}

/** The command that runs a program of an installed package, without downloading anything. */
export function runTool(
  manager: PackageManager,
  program: string,
  args: readonly string[],
): [string, ...string[]] {
  switch (manager) {
    case 'npm':
      return ['npx', '--no', '--', program, ...args];
    case 'pnpm':
      return ['pnpm', 'exec', program, ...args];
    case 'yarn':
      return ['yarn', program, ...args];
    case 'bun':
      return ['bunx', '--no-install', program, ...args];
  }
}

function isPnpmRoot(folder: string): boolean {
  return existsSync(join(folder, 'pnpm-workspace.yaml'));
}

/** Yarn 1 refuses as pnpm does; later versions do not, and do not have the option. */
function isClassicRoot(folder: string): boolean {
  const manifest = manifestOf(folder);
  return manifest?.hasWorkspaces === true && isClassic(manifest, join(folder, 'yarn.lock'));
}

function isClassic({ packageManager }: Manifest, lockfile: string): boolean {
  if (packageManager !== null) return packageManager.startsWith('yarn@1.');
  return existsSync(lockfile) && readFileSync(lockfile, 'utf8').includes('# yarn lockfile v1');
}
