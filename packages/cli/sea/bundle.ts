/** The program as Node takes it into an executable: CommonJS, and everything else as assets. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { build } from 'vite';

import { lazyBuiltins } from '../build/lazy-builtins.ts';
import type { Contents } from '../src/unpack.ts';

export interface Bundle {
  readonly main: string;
  /** By the name that the program asks for. */
  readonly assets: Readonly<Record<string, string>>;
  readonly licenses: string;
}

const root = join(import.meta.dirname, '..');

export async function bundle(folder: string): Promise<Bundle> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    define: {
      __ANNOTATE_MCP_STANDALONE__: 'true',
      // The hub looks for an installed overlay only when it was not told where one is.
      'import.meta.resolve': 'undefined',
    },
    plugins: [lazyBuiltins('sqlite', 'http', 'https', 'http2', 'tls')],
    build: {
      ssr: 'sea/bin.ts',
      outDir: folder,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: 'bin.cjs', banner: '', codeSplitting: false },
      },
    },
  });
  return { main: join(folder, 'bin.cjs'), assets: assetsIn(folder), licenses: join(folder, 'licenses.md') };
}

/** Every folder that the build has put beside the program. */
function assetsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const assets = Object.fromEntries(files.map((file) => [relative(folder, file).split(sep).join('/'), file]));
  const contents = join(folder, 'contents.json');
  writeFileSync(contents, JSON.stringify(contentsOf(assets)));
  return { ...assets, contents };
}

function contentsOf(assets: Readonly<Record<string, string>>): Contents {
  const hash = createHash('sha256');
  const files: Record<string, { bytes: number }> = {};
  for (const [name, file] of Object.entries(assets)) {
    const bytes = readFileSync(file);
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
    files[name] = { bytes: bytes.length };
  }
  return { digest: hash.digest('hex').slice(0, 16), files };
}
