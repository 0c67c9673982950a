/** Builds the extension into dist/: the folder `unpacked` for "Load unpacked", and beside it the zip for the store. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { strToU8, zipSync } from 'fflate';
import { build } from 'vite';

import { buildFileName } from '@annotate-mcp/browser-protocol';

import { manifestFor } from './manifest.ts';
import { entries } from './vite.config.ts';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const unpacked = join(dist, 'unpacked');
/** As src/socket/self-update.ts has it. */
const ownBuild = '__ANNOTATE_EXTENSION_BUILD__';
/** Only for a folder: how to load it, and which build it is. */
const notForStore = ['install.html', buildFileName];
/** That of the program, which brings the extension and is released with it. */
const { version } = JSON.parse(readFileSync(join(here, '../../packages/cli/package.json'), 'utf8')) as {
  version: string;
};

rmSync(dist, { recursive: true, force: true });
for (const mode of Object.keys(entries)) await build({ configFile: join(here, 'vite.config.ts'), mode });
const manifest = manifestFor({ version, audience: 'folder' });
writeFileSync(join(unpacked, 'manifest.json'), inJson(manifest));
nameBuild();
writeFileSync(join(dist, `annotate-mcp-extension-${manifest.version}.zip`), zipForStore());

/** Puts the id of the build into the worker and into a file beside it, so that the extension notices newer files. */
function nameBuild(): void {
  const files = fileNames();
  const hash = createHash('sha256');
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(join(unpacked, name)));
  const id = hash.digest('hex').slice(0, 16);
  const worker = join(unpacked, 'worker.js');
  const code = readFileSync(worker, 'utf8');
  if (!code.includes(ownBuild)) throw new Error(`worker.js has no ${ownBuild}.`);
  writeFileSync(worker, code.replaceAll(ownBuild, id));
  writeFileSync(
    join(unpacked, buildFileName),
    inJson({ build: id, files: [...files, buildFileName].sort() }),
  );
}

function fileNames(): string[] {
  return readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(unpacked.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** The same bytes from the same files: the order is by name, and the times are those of no build. */
function zipForStore(): Uint8Array {
  const names = fileNames().filter((name) => !notForStore.includes(name));
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
