import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';

import { markConstantsPure, patchSdk, sdkPatches, withPureRegistry } from './patch-sdk.ts';

it('marks calls in constants as pure, and leaves everything else', () => {
  const code = 'const a = z.object({ b: z.string() }).strict();\nconst c = 1, d = f(a);\nrun();\n';
  expect(markConstantsPure(code)).toBe(
    [
      'const a = /* @__PURE__ */ (() => { return z.object({ b: z.string() }).strict(); })();',
      'const c = 1, d = /* @__PURE__ */ (() => { return f(a); })();',
      'run();\n',
    ].join('\n'),
  );
});

const registry = `const _specTypeSchemas = {};
const _isSpecType = {};
function register(key, schema) {
	_specTypeSchemas[key] = schema;
	_isSpecType[key] = () => schema;
}
for (const key of ['a', 'b']) register(key, key.toUpperCase());
for (const [key, schema] of Object.entries({ c: 'C' })) register(key, schema);
`;

it('keeps the registry of the SDK complete', () => {
  const filled = withPureRegistry(registry);
  expect(filled).toMatch(/^const _specTypes = \/\* @__PURE__ \*\//);
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the code that this file has just built
  const read = new Function(
    `${filled} return [_specTypeSchemas, Object.keys(_isSpecType)];`,
  ) as () => unknown;
  expect(read()).toEqual([{ a: 'A', b: 'B', c: 'C' }, ['a', 'b', 'c']]);
});

it('fails when the SDK fills its registry in another way', () => {
  expect(() => withPureRegistry('const _specTypeSchemas = {};\nfill(_specTypeSchemas);\n')).toThrow(
    'adapt this',
  );
});

describe('the SDK as it is installed', () => {
  it.each(['cli', 'mcp-server'])('is named exactly by %s: each patch is for one release', (name) => {
    const manifest = readFileSync(join(import.meta.dirname, `../../${name}/package.json`), 'utf8');
    expect(manifest).toMatch(/"@modelcontextprotocol\/server": "\d+\.\d+\.\d+"/);
  });

  it('is changed in one place by each patch', async () => {
    await expect(bundleSdk()).resolves.toBeUndefined();
  });

  it.each([
    {
      name: 'no module',
      patch: (code: string) => code,
      says: /"other" of the MCP SDK has changed no module/,
    },
    { name: 'several', patch: (code: string) => `${code};`, says: /"other" .* changed \S+ and \S+/ },
  ])('fails the build when a patch has changed $name', async ({ patch, says }) => {
    await expect(bundleSdk({ ...sdkPatches, other: patch })).rejects.toThrow(says);
  });

  it('fails the build when the choice of a validator is not found', async () => {
    await expect(bundle('export {};')).rejects.toThrow(/has changed no module/);
  });
});

function bundleSdk(patches = sdkPatches): Promise<void> {
  return bundle("export { McpServer } from '@modelcontextprotocol/server';", patches);
}

async function bundle(code: string, patches = sdkPatches): Promise<void> {
  // Where the SDK is found from.
  const folder = mkdtempSync(join(import.meta.dirname, '../../../node_modules/.patch-sdk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'entry.js'), code);
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [patchSdk(patches)],
    ssr: { noExternal: true },
    build: { ssr: join(folder, 'entry.js'), write: false },
  });
}
