import { join } from 'node:path';

import { build } from 'vite';
import { describe, expect, it } from 'vitest';

/** Bundles an entry for the browser and lists the modules that went in. */
async function bundle(entry: string) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@annotate-mcp/source', 'browser', 'module', 'default'] },
    build: {
      write: false,
      minify: true,
      lib: { entry: join(import.meta.dirname, '../packages', entry), formats: ['es'], fileName: 'bundle' },
    },
  });
  const built = Array.isArray(result) ? result[0] : result;
  if (built === undefined || !('output' in built)) throw new Error('the build was not a plain build');
  const [chunk] = built.output;
  return { code: chunk.code, modules: chunk.moduleIds, imports: chunk.imports };
}

const browserSafe = [
  'core/src/index.ts',
  'markdown/src/document/index.ts',
  'markdown/src/view-protocol.ts',
  'browser-protocol/src/index.ts',
  'page-facts/src/index.ts',
  'page-facts/src/holds-secret.ts',
];

describe.each(browserSafe)('the entry %s', (entry) => {
  it('bundles for the browser without node: modules and without zod', async () => {
    const { code, modules, imports } = await bundle(entry);
    expect(imports).toEqual([]);
    expect(modules.filter((id) => id.includes('/zod/'))).toEqual([]);
    expect(modules.filter((id) => id.startsWith('node:') || id.includes('__vite-browser-external'))).toEqual(
      [],
    );
    expect(code).not.toMatch(/["']node:/);
  });
});

describe('the root entry of core', () => {
  it('has no Markdown parser', async () => {
    const { modules } = await bundle('core/src/index.ts');
    expect(modules.filter((id) => /markdown-it|micromark/.test(id))).toEqual([]);
  });
});

describe('other entries', () => {
  it('have zod in the schemas and parsers in the documents, so the checks above can fail', async () => {
    const schema = await bundle('core/src/schema/index.ts');
    expect(schema.modules.some((id) => id.includes('/zod/'))).toBe(true);
    const document = await bundle('markdown/src/document/index.ts');
    expect(document.modules.some((id) => id.includes('/markdown-it/'))).toBe(true);
    expect(document.modules.some((id) => id.includes('/micromark/'))).toBe(true);
  });
});
