/** The floor: no server of the SDK, zod and SQLite starts in less, whatever it does. */
import { join } from 'node:path';

import { build } from 'vite';

import type { Subject } from './subject.ts';

/** Bundled and minified as annotate-mcp is. */
export async function emptySubject(folder: string): Promise<Omit<Subject, 'input'>> {
  const outDir = join(folder, 'empty-server');
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, resolve: { conditions: ['module', 'node', 'default'] } },
    build: {
      ssr: join(import.meta.dirname, 'empty-server.ts'),
      target: 'node22',
      outDir,
      minify: true,
      rolldownOptions: {
        output: {
          entryFileNames: 'empty-server.mjs',
          codeSplitting: { groups: [{ name: 'parts', test: /node_modules/ }] },
        },
      },
    },
  });
  return {
    title: 'floor: an empty server of the same SDK, zod and SQLite',
    args: [join(outDir, 'empty-server.mjs'), outDir],
  };
}
