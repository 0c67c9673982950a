import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The bundled program, as people run it. */
export function bin(): string {
  const path = join(import.meta.dirname, '../packages/cli/dist/bin.mjs');
  if (existsSync(path)) return path;
  throw new Error('packages/cli/dist/bin.mjs does not exist. Run "npm run build" first.');
}
