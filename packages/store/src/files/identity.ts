import { statSync } from 'node:fs';

/**
 * Tells whether a path still leads to the same file; `''` when it leads nowhere. Good while the file is open: its
 * number is given to no other as long. Only `stat` is used: closing any descriptor of an SQLite file would drop the
 * locks that SQLite has on it in this process.
 */
export function identityOf(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev}:${stats.ino}`;
}
