import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

const view = join(import.meta.dirname, '../../apps/markdown-view');
const entry = join(view, 'bench-entry.ts');

/** The view's document panel and what it is compared with, as one script that leaves them in `__markdown`. */
export async function bundlePane(): Promise<string> {
  const built = await build({
    root: view,
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? exported : null),
      },
    ],
    build: { write: false, lib: { entry, formats: ['iife'], name: '__markdown' } },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The document panel could not be bundled.');
  // A top-level `var` of a script that is evaluated stays inside of it.
  return `${chunk.code}\n;globalThis.__markdown = __markdown;`;
}

const exported = `
export { createDocumentPanel } from './src/document/document-panel.ts';
export { adoptViewStyles } from './src/ui/styles.ts';
export { createParser } from '@annotate-mcp/markdown';
export { parse, postprocess, preprocess } from 'micromark';
`;
