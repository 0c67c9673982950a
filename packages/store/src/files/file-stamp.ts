import { statSync } from 'node:fs';

/**
 * A text that changes whenever the file does, even when it is replaced by one of the same size and age. `none` when
 * there is no file; `denied` when a folder on the path may not be entered, which reading the file explains.
 */
export function fileStamp(file: string): string {
  try {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return 'none';
    return [stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(':');
  } catch {
    return 'denied';
  }
}
