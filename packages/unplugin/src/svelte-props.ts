/**
 * Svelte stores the source position of its elements on them, but the props of a component cannot be read from outside.
 * In dev this transform makes compiled components register their props for the nodes that they add to the page, in a
 * WeakMap at `globalThis[Symbol.for('annotate.svelte')]`: `WeakMap<Node, { name, props, file }>`.
 */

import MagicString from 'magic-string';

import type { ScriptParser } from './source-attributes/parse-script.ts';
import { isIdentifier, isNode, nodesIn, walk, type SyntaxNode } from './source-attributes/walk.ts';

/** `undefined` when the module is not a component compiled for the browser. `file` is registered with the props. */
export function registerProps(code: string, file: string, parse: ScriptParser) {
  // Only the function of the component has `$$props`; snippets that Svelte moved out of it have not.
  const program = parse(code, 'component.js');
  const component = nodesIn(program?.body)
    .map(componentIn)
    .find((found) => found !== null);
  if (component === undefined) return;
  const rewritten = new MagicString(code);
  walk(component.body, (node) => {
    const appended = appendedNode(node);
    if (appended !== null) {
      rewritten.appendLeft(appended.start, '$$annotate(').appendRight(appended.end, ', $$props)');
    }
    const element = dynamicElement(node);
    if (element !== null) rewritten.appendRight(element.start + 1, ' $$annotate($$element, $$props);');
  });
  rewritten.append(`\n${registration(component.name, file)}`);
  return { code: rewritten.toString(), map: rewritten.generateMap({ hires: 'boundary' }) };
}

interface CompiledComponent {
  name: string;
  body: SyntaxNode;
}

/** Finds `function Card($$anchor, $$props) {`, which is exported directly or, with HMR, later in the module. */
function componentIn(statement: SyntaxNode): CompiledComponent | null {
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
