/** Finds the file of a server that imports the hub. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type App, isForeign } from './apps.ts';

export const hubPackage = '@annotate-mcp/hub';

/** `null` when no file imports it. Looks only as deep as people keep the files of a server. */
export function hubFileOf({ folder }: App): string | null {
  return findIn(folder, 4);
}

function findIn(folder: string, depth: number): string | null {
  if (depth === 0) return null;
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map(({ name }) => join(folder, name))
    .find((file) => imports.test(readFileSync(file, 'utf8')));
  if (own !== undefined) return own;
  const folders = entries.filter((entry) => entry.isDirectory() && !isForeign(entry.name));
  for (const { name } of folders) {
    const found = findIn(join(folder, name), depth - 1);
    if (found !== null) return found;
  }
  return null;
}

/** The package, or its file in a checkout. */
const imports =
  /(?:\bfrom\s*|\bimport\s*\(\s*|\brequire\s*\(\s*)['"](?:@annotate-mcp\/hub|[^'"]*\/packages\/hub\/dist\/index\.js)['"]/;
