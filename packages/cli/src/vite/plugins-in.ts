/** Where in a vite.config or astro.config the list stands that ours goes into. Follows what can be followed without running it. */
import type { ArrayExpression, Expression, Node, ObjectExpression, Program, Statement } from '@babel/types';

/** Where the plugin goes, and what has to stand around it there. */
export interface Spot {
  at: number;
  before: string;
  after: string;
  /** There is no list yet: it has to be put in with its key. */
  isProperty: boolean;
}

export type List = 'plugins' | 'integrations';

/** `null` when that cannot be told. */
export function findPlugins(program: Program, text: string, list: List): Spot | null {
  const exported = program.body.find((statement) => statement.type === 'ExportDefaultDeclaration');
  const config = exported === undefined ? null : objectIn(exported.declaration, program.body);
  if (config === null) return null;
  const scope = config.scope;
  const plugins = config.object.properties.find((property) => isKey(property, list));
  if (plugins === undefined) return besideProperties(config.object, text);
  if (plugins.type !== 'ObjectProperty') return null;
  const array = arrayIn(plugins.value, scope);
  return array === null ? null : beforeElements(array, text);
}

type Scope = readonly Statement[];

function objectIn(node: Node, scope: Scope): { object: ObjectExpression; scope: Scope } | null {
  switch (node.type) {
    case 'ObjectExpression':
      return { object: node, scope };
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return objectIn(node.expression, scope);
    case 'CallExpression': {
      const [first] = node.arguments;
      const isHelper = node.callee.type === 'Identifier' && node.callee.name === 'defineConfig';
      return isHelper && first !== undefined ? objectIn(first, scope) : null;
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return resultOf(node.body, scope);
    case 'Identifier': {
      const value = valueOf(node.name, scope);
      return value === null ? null : objectIn(value, scope);
    }
    default:
      return null;
  }
}

/** Of a function: what it returns, if it returns in one place only. */
function resultOf(body: Node, scope: Scope): { object: ObjectExpression; scope: Scope } | null {
  if (body.type !== 'BlockStatement') return objectIn(body, scope);
  const last = body.body.at(-1);
  const returns = body.body.filter(mayReturn);
  if (last?.type !== 'ReturnStatement' || returns.length !== 1 || !last.argument) return null;
  return objectIn(last.argument, [...scope, ...body.body]);
}

/** Any statement with others inside may. */
function mayReturn({ type }: Statement): boolean {
  const plain = ['VariableDeclaration', 'ExpressionStatement', 'FunctionDeclaration', 'EmptyStatement'];
  return !plain.includes(type);
}

function arrayIn(node: Node, scope: Scope): ArrayExpression | null {
  switch (node.type) {
    case 'ArrayExpression':
      return node;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return arrayIn(node.expression, scope);
    case 'CallExpression':
      return isFilterBoolean(node.callee, node.arguments[0]) ? arrayIn(node.callee.object, scope) : null;
    case 'Identifier': {
      const value = valueOf(node.name, scope);
      return value === null ? null : arrayIn(value, scope);
    }
    default:
      return null;
  }
}

/** `[a(), isDev && b()].filter(Boolean)` keeps what is put into the list. */
function isFilterBoolean(callee: Node, argument: Node | undefined): callee is Node & { object: Expression } {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'filter' &&
    argument?.type === 'Identifier' &&
    argument.name === 'Boolean'
  );
}

/** The one value of a name; `null` when it has several or none that is written here. */
function valueOf(name: string, scope: Scope): Node | null {
  const found = scope.flatMap((statement): Node[] => {
    if (statement.type === 'FunctionDeclaration') return statement.id?.name === name ? [statement] : [];
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return [];
    return statement.declarations
      .filter(({ id }) => id.type === 'Identifier' && id.name === name)
      .flatMap(({ init }) => init ?? []);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isKey(property: ObjectExpression['properties'][number], name: string): boolean {
  if (property.type === 'SpreadElement' || property.computed) return false;
  const { key } = property;
  return (
    (key.type === 'Identifier' && key.name === name) || (key.type === 'StringLiteral' && key.value === name)
  );
}

/** First in the list: nothing that stands behind an element, such as a comment, comes between it and the element. */
function beforeElements({ start, elements }: ArrayExpression, text: string): Spot | null {
  const open = (start ?? 0) + 1;
  const [first] = elements;
  if (first === undefined) return { at: open, before: '', after: '', isProperty: false };
  if (first === null) return null;
  return { ...beforeFirst(open, first.start ?? open, text), isProperty: false };
}

function besideProperties({ start, end, properties }: ObjectExpression, text: string): Spot | null {
  // What is spread may have plugins, which ours would replace, or be replaced by.
  if (properties.some(({ type }) => type === 'SpreadElement')) return null;
  const open = (start ?? 0) + 1;
  const [first] = properties;
  if (first !== undefined) return { ...beforeFirst(open, first.start ?? open, text), isProperty: true };
  const indent = indentAt(text, start ?? 0);
  const inside = text.slice(open, (end ?? 0) - 1);
  const after = inside.includes('\n') ? ',' : `,\n${indent}`;
  return { at: open, before: `\n${indent}${unitOf(text)}`, after, isProperty: true };
}

/** On a line of its own where the first one has one. */
function beforeFirst(open: number, first: number, text: string): Omit<Spot, 'isProperty'> {
  const lineEnd = text.slice(open, first).search(/\r?\n/);
  if (lineEnd < 0) return { at: first, before: '', after: ', ' };
  return { at: open + lineEnd, before: `\n${indentAt(text, first)}`, after: ',' };
}

function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One step of indentation. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
