import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The command as people run it: bundled. */
export function bin(): string {
  const path = join(import.meta.dirname, '../packages/cli/dist/bin.mjs');
  if (existsSync(path)) return path;
  throw new Error('packages/cli/dist/bin.mjs is not there: run "npm run build" first.');
}
