/**
 * Installs what the pages in component-libraries/ use, when the first of them is asked for. Few tests need it, and it
 * would be a quarter of all files that `npm ci` unpacks for everybody.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The folder with its own package.json, lockfile and node_modules. */
export const librariesFolder = join(import.meta.dirname, '../component-libraries');

const lockfile = join(librariesFolder, 'package-lock.json');
// A copy of the lockfile that the packages came from. `npm ci` empties node_modules, so an interrupted one leaves none.
const installed = join(librariesFolder, 'node_modules/.installed-package-lock.json');

let installing: Promise<void> | null = null;

export function installLibraries(): Promise<void> {
  installing ??= install();
  return installing;
}

async function install(): Promise<void> {
  if (existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(lockfile, 'utf8')) return;
  await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: librariesFolder });
  copyFileSync(lockfile, installed);
}
