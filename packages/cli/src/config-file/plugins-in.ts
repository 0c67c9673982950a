/** Where in a configuration file the list stands that ours goes into. Follows what can be followed without running it. */
import type { ArrayExpression, Expression, Node, ObjectExpression, Program, Statement } from '@babel/types';

/** Where the plugin goes, and what has to stand around it there. */
export interface Spot {
  at: number;
  before: string;
  after: string;
  /** The keys that are not there yet, and have to be put in with the plugin. */
  keys: readonly string[];
}

export interface PluginList {
  readonly key: 'plugins' | 'integrations' | 'modules';
  /** The property whose value has the list, where it is not the configuration itself. */
  readonly inside?: string;
}

/** `null` when that cannot be told. */
export function findPlugins(program: Program, text: string, { key, inside }: PluginList): Spot | null {
  const exported = exportedNode(program);
  const config = exported === null ? null : objectIn(exported, program.body);
  if (config === null) return null;
  if (inside === undefined) return findList(config, key, text);
  const outer = config.object.properties.find((property) => isKey(property, inside));
  if (outer === undefined) return besideProperties(config.object, text, [inside, key]);
  const inner = outer.type === 'ObjectProperty' ? objectIn(outer.value, config.scope) : null;
  return inner === null ? null : findList(inner, key, text);
}

/** What the file exports as its configuration, by `export default` or `module.exports`. */
export function exportedNode(program: Program): Node | null {
  const found = program.body.flatMap((statement): Node[] => {
    if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration];
    if (statement.type !== 'ExpressionStatement') return [];
    const { expression } = statement;
    return expression.type === 'AssignmentExpression' && isModuleExports(expression.left)
      ? [expression.right]
      : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

function findList({ object, scope }: Found, key: string, text: string): Spot | null {
  const plugins = object.properties.find((property) => isKey(property, key));
  if (plugins === undefined) return besideProperties(object, text, [key]);
  if (plugins.type !== 'ObjectProperty') return null;
  const array = arrayIn(plugins.value, scope);
  return array === null ? null : beforeElements(array, text);
}

type Scope = readonly Statement[];

interface Found {
  readonly object: ObjectExpression;
  readonly scope: Scope;
}

function objectIn(node: Node, scope: Scope): Found | null {
  switch (node.type) {
    case 'ObjectExpression':
      return { object: node, scope };
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return objectIn(node.expression, scope);
    case 'CallExpression': {
      const [first] = node.arguments;
      return isHelper(node.callee) && first !== undefined ? objectIn(first, scope) : null;
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

/** `defineConfig`, `defineNuxtConfig` or `vite.defineConfig`: it returns what it is given. */
function isHelper(callee: Node): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && /^define\w*Config$/.test(name.name);
}

/** Of a function: what it returns, if it returns in one place only. */
function resultOf(body: Node, scope: Scope): Found | null {
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
  if (first === undefined) return { at: open, before: '', after: '', keys: [] };
  if (first === null) return null;
  return { ...beforeFirst(open, first.start ?? open, text), keys: [] };
}

function besideProperties(
  { start, end, properties }: ObjectExpression,
  text: string,
  keys: readonly string[],
): Spot | null {
  // What is spread may have plugins, which ours would replace, or be replaced by.
  if (properties.some(({ type }) => type === 'SpreadElement')) return null;
  const open = (start ?? 0) + 1;
  const [first] = properties;
  if (first !== undefined) return { ...beforeFirst(open, first.start ?? open, text), keys };
  const indent = indentAt(text, start ?? 0);
  const inside = text.slice(open, (end ?? 0) - 1);
  const after = inside.includes('\n') ? ',' : `,\n${indent}`;
  return { at: open, before: `\n${indent}${unitOf(text)}`, after, keys };
}

/** On a line of its own where the first one has one. */
function beforeFirst(open: number, first: number, text: string): Omit<Spot, 'keys'> {
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
