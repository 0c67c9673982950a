import { contains, isNode, nodesIn, type SyntaxNode } from './walk.ts';

export interface DeclaredComponent {
  readonly name: string;
  /** Offset of its name. */
  readonly start: number;
  /** The function or class. */
  readonly definition: SyntaxNode;
}

/**
 * The components that a module with JSX declares at its top: functions, classes, and constants of a function or of a
 * wrapper around one, such as `memo(function Row() {…})`. A constant for another component, maybe a library's, is not
 * declared here; neither is one that is loaded by `import()`.
 */
export function declaredComponents(program: SyntaxNode): DeclaredComponent[] {
  return hasJsx(program) ? componentsIn(program) : [];
}

/** The same in a module whose JSX may be compiled, of anything that is named like a component. */
export function componentsIn(program: SyntaxNode): DeclaredComponent[] {
  return nodesIn(program.body).flatMap(componentsOf);
}

/** The function or class of `export default`; `null` for a module without one, and for a name of what is declared above. */
export function defaultDefinition(program: SyntaxNode): SyntaxNode | null {
  const exported = nodesIn(program.body).find(({ type }) => type === 'ExportDefaultDeclaration');
  const declaration = exported?.declaration;
  if (!isNode(declaration)) return null;
  const isDeclared = /^(?:Function|Class)Declaration$/.test(declaration.type);
  return isDeclared ? declaration : definitionIn(declaration);
}

function hasJsx(program: SyntaxNode): boolean {
  return contains(program, ({ type }) => type === 'JSXElement' || type === 'JSXFragment');
}

function componentsOf(statement: SyntaxNode): DeclaredComponent[] {
  const { declaration } = statement;
  const declared = statement.type.startsWith('Export') && isNode(declaration) ? declaration : statement;
  if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration')
    return named(declared.id, declared);
  if (declared.type !== 'VariableDeclaration') return [];
  return nodesIn(declared.declarations).flatMap(({ id, init }) => {
    const definition = definitionIn(init);
    return definition === null ? [] : named(id, definition);
  });
}

function named(id: unknown, definition: SyntaxNode): DeclaredComponent[] {
  if (!isNode(id) || id.type !== 'Identifier' || typeof id.name !== 'string') return [];
  return /^[A-Z]/.test(id.name) ? [{ name: id.name, start: id.start, definition }] : [];
}

const definitions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

function definitionIn(value: unknown): SyntaxNode | null {
  if (!isNode(value)) return null;
  if (definitions.has(value.type)) return value;
  // `memo(…) as Typed`
  if (value.type !== 'CallExpression') return definitionIn(value.expression);
  if (loadsModule(value)) return null;
  return nodesIn(value.arguments).reduce<SyntaxNode | null>(
    (found, each) => found ?? definitionIn(each),
    null,
  );
}

function loadsModule(call: SyntaxNode): boolean {
  return contains(call, ({ type }) => type === 'ImportExpression' || type === 'Import');
}
