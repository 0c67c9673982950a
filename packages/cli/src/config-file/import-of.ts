import type { Statement } from '@babel/types';

export interface Import {
  readonly source: string;
  /** The local name of each imported one; `*` is the namespace, and what `require` gives as a whole is `default`. */
  readonly names: ReadonlyMap<string, string>;
}

/** What a statement imports, by `import` or by `require`; `null` when it is not an import. */
export function importOf(statement: Statement): Import | null {
  if (statement.type === 'ImportDeclaration') {
    const names = statement.specifiers.flatMap((specifier): [string, string][] => {
      const { local } = specifier;
      if (specifier.type === 'ImportDefaultSpecifier') return [['default', local.name]];
      if (specifier.type === 'ImportNamespaceSpecifier') return [['*', local.name]];
      const { imported } = specifier;
      return [[imported.type === 'Identifier' ? imported.name : imported.value, local.name]];
    });
    return { source: statement.source.value, names: new Map(names) };
  }
  return statement.type === 'VariableDeclaration' ? requireIn(statement) : null;
}

function requireIn({ declarations }: Statement & { type: 'VariableDeclaration' }): Import | null {
  const [declaration, other] = declarations;
  const call = declaration?.init;
  if (other !== undefined || call?.type !== 'CallExpression') return null;
  const [argument] = call.arguments;
  const isRequire = call.callee.type === 'Identifier' && call.callee.name === 'require';
  if (!isRequire || argument?.type !== 'StringLiteral') return null;
  const id = declaration?.id;
  if (id?.type === 'Identifier') return { source: argument.value, names: new Map([['default', id.name]]) };
  if (id?.type !== 'ObjectPattern') return { source: argument.value, names: new Map() };
  const names = id.properties.flatMap((property): [string, string][] => {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return [];
    return property.value.type === 'Identifier' ? [[property.key.name, property.value.name]] : [];
  });
  return { source: argument.value, names: new Map(names) };
}
