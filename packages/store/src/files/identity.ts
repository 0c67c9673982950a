import { statSync } from 'node:fs';

/**
 * Tells whether a path still leads to the same file or folder; `''` when it leads nowhere. Only `stat` is used:
 * closing any descriptor of an SQLite file would drop the locks that SQLite has on it in this process.
 */
export function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
