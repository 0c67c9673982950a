/** Prints what package-lock.json asks for and node_modules lacks; exits 1 if that is anything. Called by setup.sh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Lockfile {
  packages: Record<string, { version?: string; integrity?: string; optional?: boolean; link?: boolean }>;
}

/**
 * `installed` is npm's own record, node_modules/.package-lock.json. Optional packages may be absent (they are
 * mostly other systems' binaries), but not there in another version.
 */
export function missingPackages(wanted: Lockfile, installed: Lockfile): string[] {
  return Object.entries(wanted.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([path, { version, integrity, optional }]) => {
      const found = installed.packages[path];
      if (found === undefined) return optional !== true;
      return found.version !== version || found.integrity !== integrity;
    })
    .map(([path]) => path);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Lockfile;
  const missing = missingPackages(read('package-lock.json'), read('node_modules/.package-lock.json'));
  for (const path of missing) console.log(path);
  if (missing.length > 0) process.exitCode = 1;
}
