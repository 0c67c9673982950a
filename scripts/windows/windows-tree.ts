/** A copy of the checkout with the packages that a person on Windows has, some of which are compiled for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { missingFrom, type Lockfile } from '../setup.mjs';

import { windowsFolder } from './wine.ts';

export const windowsTree = join(windowsFolder, 'tree');

/** What is built is the same for every system. */
const built = 'packages/*/dist apps/*/dist';

export function prepareTree(): void {
  mkdirSync(windowsTree, { recursive: true });
  // What is gone from the checkout goes here, too; packages stay.
  run('find . -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +', windowsTree);
  run(
    `{ git ls-files --cached --others --exclude-standard; find ${built} -type f 2>/dev/null; } | while read -r file; do [ -f "$file" ] && printf '%s\\n' "$file"; done | tar --create --files-from=- | tar --extract --directory="${windowsTree}"`,
    process.cwd(),
  );
  const [lock, stamp] = [
    readFileSync('package-lock.json'),
    join(windowsTree, 'node_modules/.installed-lock.json'),
  ];
  if (existsSync(stamp) && readFileSync(stamp).equals(lock)) return;
  // The lockfile also tells which of our packages uses what: often nothing is new.
  const record = join(windowsTree, 'node_modules/.package-lock.json');
  if (existsSync(stamp) && missingFrom(lockfileOf(readFileSync(record)), lockfileOf(lock)).length === 0) {
    writeFileSync(stamp, lock);
    return;
  }
  console.log('Installing the packages for Windows, which takes some minutes.');
  rmSync(join(windowsTree, 'node_modules'), { recursive: true, force: true });
  run('npm ci --os=win32 --cpu=x64 --ignore-scripts --no-audit --no-fund --loglevel=error', windowsTree);
  writeFileSync(stamp, lock);
}

const lockfileOf = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as Lockfile;

function run(command: string, cwd: string): void {
  const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', command], {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`This failed in ${cwd}: ${command}`);
}
