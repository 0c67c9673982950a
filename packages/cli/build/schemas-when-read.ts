import { parseSync } from 'vite';

/**
 * The MCP SDK creates all schemas of the protocol 2025-11-25 when it checks the first message, which is a tenth of the
 * time that the stdio server needs for its first answer. This changes the code so that each schema is created when it is
 * read for the first time; `initialize` needs few of them.
 */
export function createSchemasWhenRead(code: string): string {
  const build = /^function buildSchemas2025\(\) \{\s*return \S+ \?\?= (\S+)\(\);/m.exec(code)?.[1];
  if (build === undefined) return code;
  const functions = functionsOf(code);
  const insertions = [
    ...insertionsForSchemas(functions.get(build) ?? []),
    ...insertionsForMaps(functions.get('registryMaps') ?? []),
  ];
  return insert(code, insertions) + helpers;
}

/** In the SDK's code: `$once` creates a value when it is called for the first time; `$getters` calls it when it is read. */
const helpers = `
function $once(create) {
  let created;
  return () => (created ??= create());
}
function $getters(functions) {
  return Object.defineProperties({}, Object.fromEntries(
    Object.entries(functions).map(([name, get]) => [name, { get, enumerable: true }])));
}
`;

type Node = ReturnType<typeof parseSync>['program']['body'][number];

interface Range {
  start: number;
  end: number;
}

interface Insertion {
  at: number;
  text: string;
}

/** The statements of each function at the top level, by its name. */
function functionsOf(code: string): Map<string, readonly Node[]> {
  return new Map(
    parseSync('module.js', code).program.body.flatMap((node) =>
      node.type === 'FunctionDeclaration' && node.id !== null && node.body !== null
        ? [[node.id.name, node.body.body]]
        : [],
    ),
  );
}

/** The function is `const A = …; const B = …; return { A, B: f(B) };` */
function insertionsForSchemas(statements: readonly Node[]): Insertion[] {
  const constants = statements.slice(0, -1).map((node) => {
    const [constant] = node.type === 'VariableDeclaration' && node.kind === 'const' ? node.declarations : [];
    if (constant?.id.type !== 'Identifier' || constant.init === null) throw unknownFormError();
    return { name: constant.id.name, value: constant.init };
  });
  const last = statements.at(-1);
  if (last?.type !== 'ReturnStatement' || last.argument?.type !== 'ObjectExpression')
    throw unknownFormError();
  const values = [...constants.map(({ value }) => value), ...propertyValues(last.argument)];
  const names = new Set(constants.map(({ name }) => name));
  return [
    ...values.flatMap((value) => calls(value, names)),
    ...values.flatMap((value) => around(value, '$once(() => (', '))')),
    ...around(last.argument, '$getters(', ')'),
  ];
}

/** The function has `maps = { a: { 'tools/list': s.A, … }, … };` */
function insertionsForMaps(statements: readonly Node[]): Insertion[] {
  const assigned = statements.flatMap((node) =>
    node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression'
      ? [node.expression.right]
      : [],
  );
  const [maps] = assigned;
  if (maps?.type !== 'ObjectExpression') throw unknownFormError();
  return propertyValues(maps).flatMap((map) => [
    ...propertyValues(map).map(({ start }) => ({ at: start, text: '() => ' })),
    ...around(map, '$getters(', ')'),
  ]);
}

/** Makes a call of each use of the names in the code of a node. */
function calls(node: unknown, names: ReadonlySet<string>): Insertion[] {
  if (Array.isArray(node)) return node.flatMap((each) => calls(each, names));
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') {
    return names.has(String(node.name)) ? [{ at: node.end, text: '()' }] : [];
  }
  // Such a use would need other code; a parameter of the same name would not be a use.
  if (node.shorthand === true || paramsOf(node).some((name) => names.has(name))) throw unknownFormError();
  const isNamed = (key: string) => node.computed === false && (key === 'key' || key === 'property');
  return Object.entries(node).flatMap(([key, child]) => (isNamed(key) ? [] : calls(child, names)));
}

function paramsOf({ params }: Record<string, unknown>): string[] {
  return Array.isArray(params) ? params.map((param) => (isNode(param) ? String(param.name) : '')) : [];
}

function propertyValues(node: unknown): Range[] {
  if (!isNode(node) || node.type !== 'ObjectExpression' || !Array.isArray(node.properties))
    throw unknownFormError();
  return node.properties.map((property: unknown) => {
    if (!isNode(property) || property.shorthand !== false || !isNode(property.value))
      throw unknownFormError();
    return property.value;
  });
}

function isNode(value: unknown): value is Range & Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function around({ start, end }: Range, before: string, after: string): Insertion[] {
  return [
    { at: start, text: before },
    { at: end, text: after },
  ];
}

/** Insertions at the same position keep their order. */
function insert(code: string, insertions: readonly Insertion[]): string {
  const sorted = [...insertions].sort((a, b) => a.at - b.at);
  const parts = sorted.map(({ at, text }, index) => code.slice(sorted[index - 1]?.at ?? 0, at) + text);
  return parts.join('') + code.slice(sorted.at(-1)?.at ?? 0);
}

function unknownFormError(): Error {
  return new Error('The MCP SDK creates the schemas of protocol 2025-11-25 in another way; adapt this.');
}
