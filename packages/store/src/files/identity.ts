import { statSync } from 'node:fs';

/**
 * Tells whether a path still leads to the same file; `''` when there is none. Reliable while the file is open: until
 * then the system gives its inode number to no other file. Uses `stat` only, because closing any descriptor of an
 * SQLite file would drop the locks that SQLite holds on it in this process.
 */
export function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
