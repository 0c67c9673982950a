import { contains, isNode, nodesIn, type SyntaxNode } from './walk.ts';

export interface DeclaredComponent {
  readonly name: string;
  /** Offset of its name. */
  readonly start: number;
}

/**
 * The components that a module with JSX declares at its top: functions, classes, and constants of a function or of a
 * wrapper around one, such as `memo(function Row() {…})`. A constant for another component, maybe a library's, is not
 * declared here; neither is one that is loaded by `import()`.
 */
export function declaredComponents(program: SyntaxNode): DeclaredComponent[] {
  return hasJsx(program) ? nodesIn(program.body).flatMap(componentsOf) : [];
}

function hasJsx(program: SyntaxNode): boolean {
  return contains(program, ({ type }) => type === 'JSXElement' || type === 'JSXFragment');
}

function componentsOf(statement: SyntaxNode): DeclaredComponent[] {
  const { declaration } = statement;
  const declared = statement.type.startsWith('Export') && isNode(declaration) ? declaration : statement;
  if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration')
    return named(declared.id);
  if (declared.type !== 'VariableDeclaration') return [];
  return nodesIn(declared.declarations).flatMap(({ id, init }) => (isComponent(init) ? named(id) : []));
}

function named(id: unknown): DeclaredComponent[] {
  if (!isNode(id) || id.type !== 'Identifier' || typeof id.name !== 'string') return [];
  return /^[A-Z]/.test(id.name) ? [{ name: id.name, start: id.start }] : [];
}

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

function isComponent(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (functions.has(value.type)) return true;
  // `memo(…) as Typed`
  if (value.type !== 'CallExpression') return isNode(value.expression) && isComponent(value.expression);
  return nodesIn(value.arguments).some(isComponent) && !loadsModule(value);
}

function loadsModule(call: SyntaxNode): boolean {
  return contains(call, ({ type }) => type === 'ImportExpression' || type === 'Import');
}
