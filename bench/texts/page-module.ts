import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

const overlay = join(import.meta.dirname, '../../packages/overlay');
const entry = join(overlay, 'bench-entry.ts');

/** What the page needs of the overlay, as one script that leaves it in `__texts`. Its sources, bundled like the overlay. */
export async function bundleTexts(): Promise<string> {
  const built = await build({
    root: overlay,
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
    build: { write: false, lib: { entry, formats: ['iife'], name: '__texts' } },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The overlay’s text modules could not be bundled.');
  // A top-level `var` of a script that is evaluated stays inside of it.
  return `${chunk.code}\n;globalThis.__texts = __texts;`;
}

const exported = `
export { describeAnchor } from '@annotate-mcp/core';
export { default as MarkdownIt } from 'markdown-it';
export { readPageText } from './src/review/text/page-text.ts';
export { createPlacer } from './src/review/text/place-texts.ts';
export { createTextPlaces } from './src/review/text/text-places.ts';
`;
