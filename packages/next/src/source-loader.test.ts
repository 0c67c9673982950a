import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { findTypeScript } from './remove-types.ts';
import markSource from './source-loader.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'next loader ')));
afterAll(() => rmSync(root, { recursive: true }));

/** Runs the loader as a bundler does, on code that earlier loaders made of the file. */
async function load(
  name: string,
  text: string,
  { code = text, typescript }: { code?: string; typescript?: string } = {},
): Promise<{ code: unknown; map: unknown }> {
  const resourcePath = join(root, name);
  writeFileSync(resourcePath, text);
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; map: unknown }>();
  const getOptions = () => ({ root, version: '0.0.0', ...(typescript !== undefined && { typescript }) });
  const done = (error: unknown, result?: string, map?: object | null): void => {
    expect(error).toBeNull();
    resolve({ code: result, map });
  };
  markSource.call({ resourcePath, getOptions, async: () => done }, code);
  return promise;
}

it('marks the elements of TypeScript, with a map whose source is beside the module', async () => {
  const result = await load('page.tsx', 'export default (p: P) =>\n  <h1 id="a">{p.x as string}</h1>;\n');
  expect(result).toMatchObject({
    code: 'export default (p: P) =>\n  <h1 id="a" data-annotate-source="page.tsx:2:3">{p.x as string}</h1>;\n',
    map: { sources: ['page.tsx'] },
  });
});

it('keeps a module without elements', async () => {
  const code = 'export const sum = (a: number, b: number) => a < b;\n';
  expect(await load('sum.tsx', code)).toEqual({ code, map: null });
});

it('writes no line that the file does not have', async () => {
  const changed = 'const added = 1;\nexport default () => <b>changed</b>;\n';
  expect(
    await load('b.jsx', 'export default () => (\n  <i>written</i>\n);\n', { code: changed }),
  ).toMatchObject({
    code: changed,
  });
});

it('removes the types, also of a module without elements, for a bundler that takes what it returns for JavaScript', async () => {
  const typescript = findTypeScript(import.meta.dirname) ?? '';
  const page = `import type { P } from './p';
interface Q { a: 1 }
export default ({ x }: P & Q) =>
  <h1>{x as string}</h1>;
`;
  const { code, map } = await load('typed.tsx', page, { typescript });
  expect(code).toBe('export default ({ x }) => <h1 data-annotate-source="typed.tsx:4:3">{x}</h1>;\n');
  expect(map).toMatchObject({ sources: ['typed.tsx'], sourcesContent: [page] });
  const sum = await load('sum-typed.tsx', 'export const sum = (a: number) => a;\n', { typescript });
  expect(sum.code).toBe('export const sum = (a) => a;\n');
});
