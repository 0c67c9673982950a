/** Builds the extension into a folder and packs it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';

import { manifestFor } from './manifest.ts';
import { vsixOf } from './vsix.ts';

const here = import.meta.dirname;
const root = join(here, '../..');

export interface BuiltVsix {
  /** The extension as VS Code unpacks it. */
  folder: string;
  vsix: string;
}

/** `dist` is emptied first. */
export async function buildVsix(dist: string): Promise<BuiltVsix> {
  // That of the program, with which the extension is released.
  const program = readFileSync(join(root, 'packages/cli/package.json'), 'utf8');
  const { version } = JSON.parse(program) as { version: string };
  const folder = join(dist, 'extension');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundle('src/extension.ts', { folder, name: 'extension', format: 'cjs', version });
  await bundle('src/server.ts', { folder, name: 'server', format: 'es', version });
  const manifest = manifestFor(version);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(here, 'README.md'), join(folder, 'readme.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  cpSync(join(root, 'apps/extension/public/icons/128.png'), join(folder, manifest.icon));
  const vsix = join(dist, `annotate-mcp-${version}.vsix`);
  const files = readdirSync(folder).map(
    (name) => [name, new Uint8Array(readFileSync(join(folder, name)))] as const,
  );
  writeFileSync(vsix, vsixOf(manifest, new Map(files)));
  return { folder, vsix };
}

interface BundleOptions {
  folder: string;
  name: 'extension' | 'server';
  format: 'cjs' | 'es';
  version: string;
}

/** One file with everything but what the editor brings. */
async function bundle(entry: string, { folder, name, format, version }: BundleOptions): Promise<void> {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    define: { __ANNOTATE_VSCODE_VERSION__: JSON.stringify(version) },
    ssr: {
      noExternal: true,
      resolve: { conditions: ['@annotate-mcp/source', 'module', 'node', 'default'] },
    },
    build: {
      ssr: entry,
      // The Node of the oldest editor.
      target: 'node22',
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      license: { fileName: `licenses-${name}.md` },
      rolldownOptions: {
        external: ['vscode'],
        output: {
          format,
          entryFileNames: `${name}.${format === 'cjs' ? 'cjs' : 'mjs'}`,
          codeSplitting: false,
        },
      },
    },
  });
}
