/**
 * Svelte stores the source position of its elements on them, but the props of a component cannot be read from outside.
 * In dev this transform makes compiled components register their props for the nodes that they add to the page, in a
 * WeakMap at `globalThis[Symbol.for('annotate.svelte')]`: `WeakMap<Node, { name, props, file }>`.
 */

import MagicString from 'magic-string';

import type { ScriptParser } from './source-attributes/parse-script.ts';
import { isIdentifier, isNode, nodesIn, walk, type SyntaxNode } from './source-attributes/walk.ts';

/** `undefined` when the module is not a component compiled for the browser. `file` is registered with the props. */
export function registerProps(code: string, file: string, parse: ScriptParser): MagicString | undefined {
  // This runs with every change of a component, and parsing takes most of its time.
  const component = readPrinted(code) ?? readParsed(parse(code, 'component.js'));
  if (component === null) return;
  const rewritten = new MagicString(code);
  for (const { start, end } of component.appended)
    rewritten.appendLeft(start, '$$annotate(').appendRight(end, ', $$props)');
  for (const start of component.elementBodies)
    rewritten.appendRight(start, ' $$annotate($$element, $$props);');
  return rewritten.append(`\n${registration(component.name, file)}`);
}

interface CompiledComponent {
  readonly name: string;
  /** The nodes that it adds to the page. */
  readonly appended: readonly { readonly start: number; readonly end: number }[];
  /** Where the bodies of functions begin that render the content of a `<svelte:element>`. */
  readonly elementBodies: readonly number[];
}

/** Reads a component as Svelte prints it, each statement in a line of its own; `null` for code that may look otherwise. */
function readPrinted(code: string): CompiledComponent | null {
  const head = /^(?:export default )?function ([\w$]+)\(\$\$anchor, \$\$props\) \{$/m.exec(code);
  const end = head === null ? -1 : code.indexOf('\n}', head.index);
  if (head === null || end === -1) return null;
  const body = code.slice(head.index, end);
  const appended = [...body.matchAll(/^[ \t]*\$\.append\(\$\$anchor, (?<node>[\w$]+)\);$/gm)].map((found) => {
    const nodeEnd = head.index + found.index + found[0].length - ');'.length;
    return { start: nodeEnd - (found.groups?.node ?? '').length, end: nodeEnd };
  });
  const elementBodies = [...body.matchAll(/^[ \t]*\(\$\$element, \$\$anchor\) => \{$/gm)].map(
    (found) => head.index + found.index + found[0].length,
  );
  const rest = code.slice(head.index);
  const isComplete =
    appended.length === countIn(rest, /\$\.append\(/g) &&
    elementBodies.length === countIn(rest, /\(\$\$element[^()]*\) =>/g);
  return isComplete ? { name: head[1] ?? '', appended, elementBodies } : null;
}

function countIn(code: string, pattern: RegExp): number {
  return code.match(pattern)?.length ?? 0;
}

function readParsed(program: SyntaxNode | null): CompiledComponent | null {
  // Only the function of the component has `$$props`; snippets that Svelte moved out of it have not.
  const component = nodesIn(program?.body)
    .map(componentIn)
    .find((found) => found !== null);
  if (component === undefined) return null;
  const appended: SyntaxNode[] = [];
  const elementBodies: number[] = [];
  walk(component.body, (node) => {
    const added = appendedNode(node);
    if (added !== null) appended.push(added);
    const element = dynamicElement(node);
    if (element !== null) elementBodies.push(element.start + 1);
  });
  return { name: component.name, appended, elementBodies };
}

interface ComponentFunction {
  name: string;
  body: SyntaxNode;
}

/** Finds `function Card($$anchor, $$props) {`, which is exported directly or, with HMR, later in the module. */
function componentIn(statement: SyntaxNode): ComponentFunction | null {
  const declared = statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
  if (!isNode(declared) || declared.type !== 'FunctionDeclaration') return null;
  const [anchor, props] = nodesIn(declared.params);
  if (!isIdentifier(anchor, '$$anchor') || !isIdentifier(props, '$$props')) return null;
  const { id, body } = declared;
  if (!isNode(id) || typeof id.name !== 'string' || !isNode(body)) return null;
  return { name: id.name, body };
}

/** The node in `$.append($$anchor, node)`. */
function appendedNode(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return null;
  const { object, property } = node.callee;
  if (!isIdentifier(object, '$') || !isIdentifier(property, 'append')) return null;
  const [anchor, appended] = nodesIn(node.arguments);
  return isIdentifier(anchor, '$$anchor') && appended?.type === 'Identifier' ? appended : null;
}

/** The body of `($$element, $$anchor) => {`, which renders the content of a <svelte:element>; Svelte appends that itself. */
function dynamicElement(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'ArrowFunctionExpression' || !isNode(node.body)) return null;
  const [element] = nodesIn(node.params);
  return isIdentifier(element, '$$element') && node.body.type === 'BlockStatement' ? node.body : null;
}

/**
 * The code that runs in the page, on one line so that it adds only one line to the source map. It returns its node, does
 * not change the entries of nested components, and must never throw. During hydration there is no fragment: the node is
 * the first of several siblings, on which Svelte has stored this file by then.
 */
function registration(name: string, file: string): string {
  const own = `{ name: ${JSON.stringify(name)}, props, file: ${JSON.stringify(file)} }`;
  return [
    'function $$annotate(node, props) {',
    "const nodes = (globalThis[Symbol.for('annotate.svelte')] ??= new WeakMap());",
    `const own = ${own};`,
    'const note = (each) => { if (!nodes.has(each)) nodes.set(each, own); };',
    'if (node?.nodeType === 11) node.childNodes.forEach(note);',
    'else if (node?.nodeType) {',
    'note(node);',
    'const file = node.__svelte_meta?.loc?.file;',
    'for (let next = node.nextSibling; file && next; next = next.nextSibling) {',
    'if (next.nodeType !== 1) continue;',
    'if (nodes.has(next) || next.__svelte_meta?.loc?.file !== file) break;',
    'note(next);',
    '}',
    '}',
    'return node;',
    '}',
  ].join(' ');
}
