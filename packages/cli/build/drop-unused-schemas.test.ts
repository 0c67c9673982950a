import { expect, it } from 'vitest';

import { markConstantsPure, withPureRegistry } from './drop-unused-schemas.ts';

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
