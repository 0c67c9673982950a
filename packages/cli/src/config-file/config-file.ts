/** The configuration file of a dev server as text: whether ours is in it, and the same text with it. Every other byte stays. */
import { fileURLToPath } from 'node:url';

import { parse, type ParseResult } from '@babel/parser';
import type { File, Node } from '@babel/types';

import { importOf } from './import-of.ts';
import { exportedNode, findPlugins, type PluginList, type Spot } from './plugins-in.ts';

/** A kind of configuration: what goes into it, and where. */
export interface ConfigKind {
  /** What is imported: a package, or an entry of one. */
  readonly package: string;
  /** The end of the path by which a checkout of this repository is imported instead. */
  readonly checkoutFile: string;
  /** The function that is imported and called; `null` where the list has the name of the package instead. */
  readonly name: string | null;
  /** A list that its call goes into; `null` when its call goes around the whole configuration. */
  readonly list: PluginList | null;
}

/** A kind of which something is imported. */
type ImportKind = ConfigKind & { readonly name: string };

export type WiringResult =
  | { state: 'wired' }
  /** `after` has the plugin. */
  | { state: 'added'; after: string }
  /** `lines` are to be added by hand. */
  | { state: 'unclear'; why: string; lines: readonly string[] };

export function withPlugin(text: string, kind: ConfigKind): WiringResult {
  const file = read(text);
  const unclear = (why: string) => byHand(kind, why, file !== null && isCommonJs(file));
  if (file === null) return unclear('is not valid JavaScript or TypeScript');
  if (!isImported(kind)) return addPackageName(file, text, kind);
  const known = importedName(file, kind);
  if (known === null && text.includes(kind.package)) return unclear(whyUnknown(kind));
  if (known !== null && calls(file, known)) return { state: 'wired' };
  if (known === null && usesIdentifier(file, kind.name)) return unclear(`has an "${kind.name}" of its own`);
  const added = editsFor(file, text, known ?? kind.name, kind);
  if (added === null) return unclear(whyNotFollowed(kind));
  const after = apply(text, [...added, ...(known === null ? [importEdit(file, text, kind)] : [])]);
  return isWired(after, kind) ? { state: 'added', after } : unclear('is written in an unusual way');
}

function isImported(kind: ConfigKind): kind is ImportKind {
  return kind.name !== null;
}

/** Adds the name of the package to the list. */
function addPackageName(file: File, text: string, kind: ConfigKind): WiringResult {
  if (isListed(file, kind)) return { state: 'wired' };
  const unclear = (why: string) => byHand(kind, why, false);
  if (text.includes(kind.package)) return unclear(whyUnknown(kind));
  const spot = kind.list === null ? null : findPlugins(file.program, text, kind.list);
  if (spot === null) return unclear(whyNotFollowed(kind));
  const quote = quoteIn(text);
  return { state: 'added', after: apply(text, [editAt(spot, quote + kind.package + quote, text)]) };
}

/** Also with options beside it: `['name', { … }]`. */
function isListed({ program }: File, kind: ConfigKind): boolean {
  return someNode(
    program,
    (node) =>
      node.type === 'ArrayExpression' &&
      node.elements.some((each) => each?.type === 'StringLiteral' && isOurs(each.value, kind)),
  );
}

function whyUnknown(kind: ConfigKind): string {
  return `names ${kind.package} in a way that is not known`;
}

function whyNotFollowed({ list }: ConfigKind): string {
  const what = list === null ? 'exports its configuration' : `builds its ${list.key}`;
  return `${what} in a way that init does not follow`;
}

/** `null` when it cannot be told where they go. */
function editsFor(file: File, text: string, name: string, { list }: ConfigKind): Edit[] | null {
  if (list === null) return wrapEdits(file, name);
  const spot = findPlugins(file.program, text, list);
  return spot === null ? null : [editAt(spot, `${name}()`, text)];
}

function wrapEdits(file: File, name: string): Edit[] | null {
  const exported = exportedNode(file.program);
  if (exported === null || exported.type === 'ClassDeclaration') return null;
  // Inside a call the name of a function is not known outside any more.
  const ownName = exported.type === 'FunctionDeclaration' ? exported.id?.name : undefined;
  if (ownName !== undefined && countNames(file.program, ownName) > 1) return null;
  return [
    { at: exported.start ?? 0, text: `${name}(` },
    { at: exported.end ?? 0, text: ')' },
  ];
}

function countNames(node: Node, name: string): number {
  let count = 0;
  someNode(node, (each) => {
    if (each.type === 'Identifier' && each.name === name) count++;
    return false;
  });
  return count;
}

/** Also where it is written in a way that cannot be added to. */
export function hasPlugin(text: string, kind: ConfigKind): boolean {
  const wired = withPlugin(text, kind);
  return wired.state === 'wired' || (wired.state === 'unclear' && text.includes(kind.package));
}

/** The path or `file:` address of a checkout that the plugin is imported from; `null` when it is the package. */
export function checkoutFileIn(text: string, kind: ConfigKind): string | null {
  const file = read(text);
  if (file === null) return null;
  const paths: string[] = [];
  someNode(file.program, (node) => {
    if (node.type === 'StringLiteral' && node.value.endsWith(kind.checkoutFile)) paths.push(node.value);
    return false;
  });
  const [path = null] = paths;
  return path?.startsWith('file:') === true ? fileURLToPath(path) : path;
}

function read(text: string): ParseResult | null {
  try {
    return parse(text, { sourceType: 'module', plugins: ['typescript'], allowReturnOutsideFunction: true });
  } catch {
    // The dev server reports the syntax error with more detail.
    return null;
  }
}

/** What was put in must be found again: a place inside a comment would not be. */
function isWired(text: string, kind: ImportKind): boolean {
  const file = read(text);
  const name = file === null ? null : importedName(file, kind);
  return file !== null && name !== null && calls(file, name);
}

function byHand(kind: ConfigKind, why: string, isCommonJsFile: boolean): WiringResult {
  const importLines = isImported(kind) ? [`${importText(kind, "'", isCommonJsFile)};`] : [];
  return { state: 'unclear', why, lines: [...importLines, usageLine(kind, isCommonJsFile)] };
}

function usageLine({ name, list, package: source }: ConfigKind, isCommonJsFile: boolean): string {
  if (list === null) return `${isCommonJsFile ? 'module.exports =' : 'export default'} ${name}(yourConfig);`;
  const keys = list.inside === undefined ? [list.key] : [list.inside, list.key];
  return `${printKeys(keys, name === null ? `'${source}'` : `${name}()`)},`;
}

function importText({ name, package: source }: ImportKind, quote: string, isCommonJsFile: boolean): string {
  const from = quote + source + quote;
  return isCommonJsFile ? `const { ${name} } = require(${from})` : `import { ${name} } from ${from}`;
}

function isCommonJs({ program }: File): boolean {
  return !program.body.some(
    ({ type }) => type === 'ImportDeclaration' || type === 'ExportDefaultDeclaration',
  );
}

/** What the plugin is called here; `null` when it is not imported. */
function importedName({ program }: File, kind: ImportKind): string | null {
  for (const statement of program.body) {
    const found = importOf(statement);
    if (found === null || !isOurs(found.source, kind)) continue;
    // `astro add` writes the default export.
    const name =
      found.names.get(kind.name) ??
      (kind.list?.key === 'integrations' ? found.names.get('default') : undefined);
    if (name !== undefined) return name;
  }
  return null;
}

/** Whether an import is of our package, or of its file in a checkout. */
export function isOurs(source: string, { package: name, checkoutFile }: ConfigKind): boolean {
  return source === name || source.endsWith(checkoutFile);
}

function calls(file: File, name: string): boolean {
  return someNode(
    file.program,
    (node) =>
      node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name,
  );
}

function usesIdentifier(file: File, name: string): boolean {
  return someNode(file.program, (node) => node.type === 'Identifier' && node.name === name);
}

function someNode(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true;
  return Object.values(node).some((child: unknown) =>
    [child].flat().some((each) => isNode(each) && someNode(each, test)),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;
}

interface Edit {
  at: number;
  text: string;
}

function editAt({ at, before, after, keys }: Spot, call: string, text: string): Edit {
  return { at, text: (before + printKeys(keys, call) + after).replaceAll('\n', lineEndOf(text)) };
}

/** `plugins: [call]` for one key, `vite: { plugins: [call] }` for two; the call alone for none. */
function printKeys(keys: readonly string[], call: string): string {
  const [first, ...others] = keys;
  if (first === undefined) return call;
  return others.length === 0 ? `${first}: [${call}]` : `${first}: { ${printKeys(others, call)} }`;
}

/** After the last import; else at the top, but below what has to stay the first line. */
function importEdit(file: File, text: string, kind: ImportKind): Edit {
  const eol = lineEndOf(text);
  const last = file.program.body.findLast((statement) => importOf(statement) !== null);
  const line = importLine(file, text, last ?? file.program.body.at(-1), kind);
  if (last !== undefined) return { at: endOfLine(text, last.end ?? 0), text: eol + line };
  const directive = file.program.directives.at(-1);
  if (directive !== undefined) return { at: endOfLine(text, directive.end ?? 0), text: eol + eol + line };
  const first = /^\uFEFF?(?:#!.*\r?\n)?(?:\/\/\s*@ts-(?:no)?check.*\r?\n)?/.exec(text)?.[0].length ?? 0;
  return { at: first, text: line + eol + eol };
}

/** With the quotes and semicolons of the file. */
function importLine(file: File, text: string, model: Node | undefined, kind: ImportKind): string {
  const source = text.slice(model?.start ?? 0, model?.end ?? 0);
  return importText(kind, quoteIn(source), isCommonJs(file)) + (source.endsWith(';') ? ';' : '');
}

function quoteIn(text: string): string {
  return text.includes('"') && !text.includes("'") ? '"' : "'";
}

function endOfLine(text: string, from: number): number {
  return from + text.slice(from).search(/\r?\n|$/);
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((edited, edit) => edited.slice(0, edit.at) + edit.text + edited.slice(edit.at), text);
}
