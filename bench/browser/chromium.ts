import { existsSync } from 'node:fs';

export const viewport = { width: 1_200, height: 900 } as const;

/** The same browser for all of them. */
export function chromiumPath(): string {
  const candidates = [process.env.CHROME_BIN, '/usr/lib/chromium/chromium', '/usr/bin/chromium'];
  const found = candidates.find((path) => path !== undefined && existsSync(path));
  if (found === undefined) throw new Error('There is no Chromium here. Set CHROME_BIN to one.');
  return found;
}
