import { parseSync, type Plugin } from 'vite';

import { createSchemasWhenRead } from './schemas-when-read.ts';

/**
 * The MCP SDK creates a Zod schema for each type of the protocol when it is imported, and a registry of all of them.
 * A bundler keeps them, because it cannot know that creating a schema has no side effects. This says so, and those that
 * no code uses are left out of the bundle. Those of one function are created when they are read.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: 'drop-unused-schemas',
    transform: {
      filter: { id: /[\\/]@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/].*\.mjs$/ },
      handler: (code) => ({
        code: markConstantsPure(withPureRegistry(createSchemasWhenRead(code))),
        map: null,
      }),
    },
  };
}

/** Wraps the value of each top-level constant that is a call into a function call that is marked as pure. */
export function markConstantsPure(code: string): string {
  const calls = parseSync('module.js', code)
    .program.body.flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []));
  return calls.reduceRight(
    (text, { start, end }) =>
      text.slice(0, start) + pure(`return ${text.slice(start, end)};`) + text.slice(end),
    code,
  );
}

const registry =
  /^const _specTypeSchemas = \{\};\nconst _isSpecType = \{\};\nfunction register\(.*?\n\}\n(for \(const [^\n]*\n)+/ms;

/** The SDK fills its registry with loops over all schemas; they become part of the registry's own value. */
export function withPureRegistry(code: string): string {
  if (!code.includes('_specTypeSchemas = {}')) return code;
  if (!registry.test(code))
    throw new Error('The MCP SDK fills its registry of schemas in another way; adapt this.');
  return code.replace(registry, (statements) => {
    const value = pure(`${statements}return { _specTypeSchemas, _isSpecType };`);
    return [
      `const _specTypes = ${value};`,
      `const _specTypeSchemas = ${pure('return _specTypes._specTypeSchemas;')};`,
      `const _isSpecType = ${pure('return _specTypes._isSpecType;')};`,
      '',
    ].join('\n');
  });
}

function pure(body: string): string {
  return `/* @__PURE__ */ (() => { ${body} })()`;
}
