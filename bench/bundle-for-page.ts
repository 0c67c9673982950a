import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

export interface PageModule {
  /** The workspace whose modules `exports` names. */
  root: string;
  /** The global variable that has the exports. */
  name: string;
  /** `export … from …` statements. */
  exports: string;
}

/** Bundles modules from source into one script for a page. */
export async function bundleForPage({ root, name, exports }: PageModule): Promise<string> {
  const entry = join(root, 'bench-entry.ts');
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? exports : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ['iife'], name } },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error(`${name} could not be bundled.`);
  // A top-level `var` of a script that is evaluated is not global.
  return `${chunk.code}\n;globalThis.${name} = ${name};`;
}
