/** Builds the extension into dist/: the folder `unpacked` for "Load unpacked", and beside it the zip for the store. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { strToU8, zipSync } from 'fflate';
import { build } from 'vite';

import { manifestFor } from './manifest.ts';
import { entries } from './vite.config.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const unpacked = join(dist, 'unpacked');
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { version: string };

rmSync(dist, { recursive: true, force: true });
for (const mode of Object.keys(entries)) await build({ configFile: join(here, 'vite.config.ts'), mode });
const manifest = manifestFor({ version, audience: 'folder' });
writeFileSync(join(unpacked, 'manifest.json'), inJson(manifest));
writeFileSync(join(dist, `annotate-mcp-extension-${manifest.version}.zip`), zipForStore());

/** The same bytes from the same files: the order is by name, and the times are those of no build. */
function zipForStore(): Uint8Array {
  const names = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(unpacked.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const files = names.map((name) => [name, new Uint8Array(readFileSync(join(unpacked, name)))] as const);
  const contents = { ...Object.fromEntries(files), 'manifest.json': strToU8(storeManifest()) };
  return zipSync(contents, { mtime: new Date(1980, 0, 1), level: 9 });
}

function storeManifest(): string {
  return inJson(manifestFor({ version, audience: 'store' }));
}

function inJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
