import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { importedDirectly } from './past-barrels.ts';

const folder = mkdtempSync(join(tmpdir(), 'annotate-barrel-'));
afterAll(() => rmSync(folder, { recursive: true }));

const index = join(folder, 'index.ts');
writeFileSync(
  index,
  `export { one, type One } from './one.ts';
export {
  two as second,
  three,
} from './more/rest.ts';
export * from './others.ts';
`,
);
const [one, rest] = [join(folder, 'one.ts'), join(folder, 'more/rest.ts')];

it.each([
  {
    name: 'a name',
    code: `import { one } from '@annotate-mcp/x';`,
    direct: `import { one as one } from '${one}';`,
  },
  {
    name: 'names of several files, some of them renamed',
    code: `import { one, type One, second as b, three } from '@annotate-mcp/x';`,
    direct: [
      `import { one as one } from '${one}';`,
      `import { two as b } from '${rest}';`,
      `import { three as three } from '${rest}';`,
    ].join(' '),
  },
  {
    name: 'what is passed on',
    code: `export { second } from '@annotate-mcp/x';`,
    direct: `export { two as second } from '${rest}';`,
  },
])('$name comes from where it is made', async ({ code, direct }) => {
  expect(await importedDirectly(`${code}\nend();\n`, async () => index)).toBe(`${direct}\nend();\n`);
});

it.each([
  { name: 'of which one is not named', code: `import { one, other } from '@annotate-mcp/x';`, file: index },
  { name: 'of another file than an index', code: `import { one } from '@annotate-mcp/x';`, file: one },
  { name: 'of what is not found', code: `import { one } from '@annotate-mcp/x';`, file: null },
  { name: 'of somebody else', code: `import { one } from 'x';`, file: index },
])('an import $name stays as it is', async ({ code, file }) => {
  expect(await importedDirectly(code, async () => file)).toBe(code);
});
