/**
 * Svelte marks its elements with the place they are written at, but keeps the props of a component where nobody can
 * reach them. In dev the compiled component notes them for the nodes it puts into the page, in a WeakMap at
 * `globalThis[Symbol.for('annotate.svelte')]`: `WeakMap<Node, { name, props, file }>`.
 */

import MagicString from 'magic-string';
import type { ConfigEnv, Plugin } from 'vite';

import type { Project } from './project.ts';
import { parseScript, type HookParser } from './source-attributes/parse-script.ts';
import { isIdentifier, isNode, nodesIn, walk, type SyntaxNode } from './source-attributes/walk.ts';

export function svelteProps(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:svelte-props',
    apply: (_, env) => active(env),
    enforce: 'post',
    transform: {
      filter: { id: { include: /\.svelte$/, exclude: /\/node_modules\// }, code: '$.append(' },
      handler(code, id) {
        const path = project()?.pathOf(id) ?? null;
        return path === null ? undefined : registerProps(code, path, this);
      },
    },
  };
}

/** `undefined` when this is no component compiled for the browser. `file` is noted beside the props. */
export function registerProps(code: string, file: string, hook: HookParser) {
  // Only the component that holds `$$props` can note them; snippets that Svelte moved out of it cannot.
  const program = parseScript(code, 'component.js', hook);
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

/** `function Card($$anchor, $$props) {`, exported on the spot or, with HMR, further down. */
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

/** The body of `($$element, $$anchor) => {`, which fills a <svelte:element>; Svelte appends that one itself. */
function dynamicElement(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'ArrowFunctionExpression' || !isNode(node.body)) return null;
  const [element] = nodesIn(node.params);
  return isIdentifier(element, '$$element') && node.body.type === 'BlockStatement' ? node.body : null;
}

/**
 * What runs in the page, in one line so that it costs one in the source map. It returns the node it was given, leaves
 * nodes alone that a component further in has taken, and must never throw. While Svelte takes over HTML from a server
 * there is no fragment: the node is the first of several, which it has marked as belonging to this file by then.
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
