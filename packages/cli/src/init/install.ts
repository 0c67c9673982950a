/** Installs packages with the project's own package manager. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { startTyped } from '@annotate-mcp/store/programs';

import type { App } from '../apps/apps.ts';
import { manifestOf } from '../apps/manifest.ts';
import { addCommand, packageManagerOf } from '../apps/package-manager.ts';
import { describeStartError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';

export interface Install {
  package: string;
  folder: string;
  /** The program and its arguments. */
  command: readonly [string, ...string[]];
  /** The files that the command changes, where it does more than to add a package. */
  edits?: readonly ToolEdit[];
}

/** What another tool changes in a file. */
export interface ToolEdit {
  file: string;
  what: string;
}

/** `null` when the app has it, or has it from further up in the project. */
export function proposeInstall({ folder }: App, name: string, root: string): Install | null {
  if (isDeclared(folder, name, root)) return null;
  return {
    package: name,
    folder,
    command: addCommand(packageManagerOf(folder, root) ?? 'npm', name, folder),
  };
}

export function isDeclared(folder: string, name: string, root: string): boolean {
  if (manifestOf(folder)?.dependencies.has(name) === true) return true;
  return folder !== root && dirname(folder) !== folder && isDeclared(dirname(folder), name, root);
}

/** What package managers write beside lockfiles, which are their own. */
export function filesOfManagers(folder: string, root: string): string[] {
  return [
    join(folder, 'package.json'),
    ...new Set([folder, root].map((at) => join(at, 'pnpm-workspace.yaml'))),
  ];
}

/** The output of the package manager goes to stderr, because stdout is for results. */
export async function runInstall(install: Install): Promise<void> {
  const wasDeclared = isDeclared(install.folder, install.package, install.folder);
  const ended = Promise.withResolvers<string | null>();
  // The person's own package manager, as their terminal finds it.
  const child = startTyped(install.command, { cwd: install.folder, stdio: ['ignore', 2, 2] });
  child.once('error', (error) => ended.resolve(describeStartError(install.command[0], error)));
  child.once('close', (code) => ended.resolve(code === 0 ? null : `it ended with ${code ?? 'a signal'}`));
  const failure = await ended.promise;
  if (failure !== null && !isDone(install, wasDeclared)) throw installError(install, failure);
}

/**
 * pnpm ends with 1 when any package of the app has a script that the person has not allowed, after it has done what it was asked
 * for. What it says about that is on the terminal.
 */
function isDone({ folder, package: name }: Install, wasDeclared: boolean): boolean {
  if (isDeclared(folder, name, folder) === wasDeclared) return false;
  return wasDeclared || existsSync(join(folder, 'node_modules', name));
}

function installError({ command, folder }: Install, why: string): CliError {
  return new CliError('init/failed', `"${command.join(' ')}" failed: ${why}.`, {
    hint: `Run it yourself in ${folder}, then run init again.`,
  });
}
