/**
 * Solid keeps the components around an element as owners, but an element has no reference to its owner. In dev this
 * transform makes compiled modules note the owner of each element that a piece of JSX begins with, in a WeakMap at
 * `globalThis[Symbol.for('annotate.solid')]`: `WeakMap<Element, Owner>`.
 *
 * Solid creates an owner for a component that JSX names. `lazy` and `Dynamic` call the component themselves, as routers
 * do, so each component notes itself for the owner that it is called in, in a WeakMap at
 * `globalThis[Symbol.for('annotate.solid-calls')]`: `WeakMap<Owner, { component, props }>`.
 */

import MagicString from 'magic-string';

import { componentsIn } from './source-attributes/declared-components.ts';
import type { ScriptParser } from './source-attributes/parse-script.ts';
import type { TextPosition } from './source-attributes/position.ts';
import { isNode, nodesIn, walk, type SyntaxNode } from './source-attributes/walk.ts';
import { createMappedNames, type WrittenFile } from './source-attributes/written-position.ts';
import { noteTags, tagFunction } from './tag-notes.ts';

export interface SolidModule {
  /** Its path in the project. */
  readonly path: string;
  /** The file, and how the compiled code maps to it. */
  readonly written: WrittenFile;
}

/**
 * `undefined` when the module was not compiled by Solid for the browser. Without `module` the tags of its components are
 * not noted.
 */
export function noteOwners(code: string, parse: ScriptParser, module: SolidModule | null = null) {
  const program = parse(code, 'component.js');
  if (program === null) return;
  const imported = importsOfSolid(program);
  if ([...imported.values()].some((name) => name.startsWith('ssr'))) return;
  const templates = templatesIn(program, imported);
  const rewritten = new MagicString(code);
  walk(program, (node) => {
    if (!createsElement(node, templates, imported)) return;
    rewritten.appendLeft(node.start, '$$annotateOwner(').appendRight(node.end, ')');
  });
  if (module !== null) noteComponentTags(rewritten, program, imported, { ...module, code });
  if (!rewritten.hasChanged()) return;
  const components = componentsIn(program);
  for (const { name, definition } of components) noteCall(rewritten, name, definition);
  rewritten.append(`\n${noting}\n${components.map(({ name }) => readerOf(name)).join('')}`);
  return { code: rewritten.toString(), map: rewritten.generateMap({ hires: 'boundary' }) };
}

/** From the local name of each import of `solid-js/web` to the name in Solid. */
function importsOfSolid(program: SyntaxNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { type, source, specifiers } of nodesIn(program.body)) {
    if (type !== 'ImportDeclaration' || !isNode(source) || !/\bsolid-js\b/.test(String(source.value)))
      continue;
    for (const { imported, local } of nodesIn(specifiers)) {
      const [name, localName] = [nameOf(imported), nameOf(local)];
      if (name !== null && localName !== null) names.set(localName, name);
    }
  }
  return names;
}

/** `_tmpl$` of `var _tmpl$ = _$template('<p>')`. */
function templatesIn(program: SyntaxNode, imported: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = nodesIn(program.body)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => nodesIn(declarations))
    .filter(({ init }) => isNode(init) && imported.get(calleeOf(init) ?? '') === 'template')
    .flatMap(({ id }) => nameOf(id) ?? []);
  return new Set(names);
}

/** `_tmpl$()`, and in an app that hydrates `_$getNextElement(_tmpl$)`. */
function createsElement(
  node: SyntaxNode,
  templates: ReadonlySet<string>,
  imported: ReadonlyMap<string, string>,
): boolean {
  const callee = calleeOf(node);
  return callee !== null && (templates.has(callee) || imported.get(callee) === 'getNextElement');
}

/**
 * Solid keeps the props that it calls a component with, and a compiled tag is such a call: `_$createComponent(Card, {…})`.
 * Its props go through a function that returns them unchanged.
 */
function noteComponentTags(
  rewritten: MagicString,
  program: SyntaxNode,
  imported: ReadonlyMap<string, string>,
  { path, written, code }: SolidModule & { readonly code: string },
): void {
  const positionAt = createMappedNames(code, written);
  const notes: { props: SyntaxNode; position: TextPosition }[] = [];
  walk(program, (node) => {
    const [component, props] = nodesIn(node.arguments);
    const callee = calleeOf(node);
    if (callee === null || imported.get(callee) !== 'createComponent') return;
    if (component === undefined || props === undefined) return;
    const position = positionAt(component.start, code.slice(component.start, component.end));
    if (position !== null) notes.push({ props, position });
  });
  for (const { props, position } of notes) {
    rewritten.appendRight(props.start, `${tagFunction}(`);
    rewritten.appendLeft(props.end, `, "${position.line}:${position.column}")`);
  }
  if (notes.length > 0) rewritten.append(noteTags(path, written.text, 'props'));
}

function calleeOf({ type, callee }: SyntaxNode): string | null {
  return type === 'CallExpression' ? nameOf(callee) : null;
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null;
}

/** Makes the function of a component note, when it begins, that it is called. */
function noteCall(rewritten: MagicString, name: string, { body, params }: SyntaxNode): void {
  if (!isNode(body) || body.type === 'ClassBody') return;
  const props = nameOf(nodesIn(params)[0]);
  const note = `$$annotateCall($$annotate${name}${props === null ? '' : `, ${props}`})`;
  if (body.type === 'BlockStatement') rewritten.appendLeft(body.start + 1, ` ${note};`);
  else rewritten.appendLeft(body.start, `(${note}, `).appendRight(body.end, ')');
}

/** The name is read at the end of the module, where no function of the same name hides it. */
function readerOf(name: string): string {
  return `function $$annotate${name}() { return ${name}; }\n`;
}

/**
 * The first function returns its element; neither must throw. A component is not noted where the one around it is written
 * in the project: then that one has called it as a plain function. Without a component around it this is not Solid's
 * build for development, in which alone each component has an owner of its own.
 */
const noting = [
  'import { getOwner as $$annotateGetOwner } from "solid-js/web";',
  'function $$annotateOwner(element) {',
  'const owner = $$annotateGetOwner();',
  "if (owner && element) (globalThis[Symbol.for('annotate.solid')] ??= new WeakMap()).set(element, owner);",
  'return element;',
  '}',
  'function $$annotateCall(read, props) {',
  'try {',
  'const owner = $$annotateGetOwner();',
  'if (!owner || owner.component) return;',
  'let around = owner; while (around && !around.component) around = around.owner;',
  "if (!around || globalThis[Symbol.for('annotate.components')]?.has(around.component)) return;",
  "(globalThis[Symbol.for('annotate.solid-calls')] ??= new WeakMap()).set(owner, { component: read(), props });",
  '} catch {}',
  '}',
].join(' ');
