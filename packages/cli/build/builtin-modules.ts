import { isBuiltin } from 'node:module';

import { parseSync, type Plugin } from 'vite';

/**
 * Reads Node's own modules with `process.getBuiltinModule`. An `import` of one reads all its exports, also those behind
 * getters that load more: `node:process` opens the standard streams, `node:fs` loads its stream classes.
 */
export function readBuiltinModules(): Plugin {
  return {
    name: 'read-builtin-modules',
    renderChunk: (code, { fileName }) => withoutBuiltinImports(fileName, code),
  };
}

export function withoutBuiltinImports(file: string, code: string): string {
  const imports = parseSync(file, code).program.body.filter((node) => node.type === 'ImportDeclaration');
  return imports.reduceRight(
    (text, { source, specifiers, start, end }) =>
      isBuiltin(source.value)
        ? text.slice(0, start) + declaration(source.value, specifiers) + text.slice(end)
        : text,
    code,
  );
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number];
type Specifier = Extract<Statement, { type: 'ImportDeclaration' }>['specifiers'][number];

function declaration(name: string, specifiers: readonly Specifier[]): string {
  // By way of globalThis: a chunk may have imported something else under the name "process".
  const module = `globalThis.process.getBuiltinModule(${JSON.stringify(name)})`;
  const bindings = specifiers.map((specifier) => `${pattern(specifier)}=${module}`);
  return bindings.length === 0 ? '' : `const ${bindings.join(',')};`;
}

function pattern(specifier: Specifier): string {
  if (specifier.type !== 'ImportSpecifier') return specifier.local.name;
  const { imported, local } = specifier;
  return `{${imported.type === 'Identifier' ? imported.name : JSON.stringify(imported.value)}:${local.name}}`;
}
