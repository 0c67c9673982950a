import { expect, it } from 'vitest';

import { withoutBuiltinImports } from './builtin-modules.ts';

it.each([
  { name: 'named', code: `import{a as b,c}from"node:fs";`, read: '{a:b}=M,{c:c}=M' },
  { name: 'default', code: `import a from"fs";`, read: 'a=M' },
  { name: 'namespace', code: `import*as a from"node:fs";`, read: 'a=M' },
  { name: 'default and named', code: `import a,{b}from"node:fs";`, read: 'a=M,{b:b}=M' },
])('reads a $name import from the builtin module', ({ code, read }) => {
  const name = code.includes('"fs"') ? 'fs' : 'node:fs';
  const expected = read.replaceAll('M', `globalThis.process.getBuiltinModule("${name}")`);
  expect(withoutBuiltinImports('chunk.mjs', `${code}\nrun();`)).toBe(`const ${expected};\nrun();`);
});

it.each([
  { name: 'of another chunk', code: `import{a}from"./chunk.mjs";` },
  { name: 'at run time', code: `const a=await import("node:fs");` },
])('leaves an import $name', ({ code }) => {
  expect(withoutBuiltinImports('chunk.mjs', code)).toBe(code);
});

it('drops an import without names', () => {
  expect(withoutBuiltinImports('chunk.mjs', `import"node:fs";run();`)).toBe('run();');
});
