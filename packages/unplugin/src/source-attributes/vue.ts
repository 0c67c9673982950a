import { readFileSync } from 'node:fs';

import type {
  AttributeNode,
  DirectiveNode,
  ElementNode,
  NodeTransform,
  RootNode,
  TemplateChildNode,
  TransformContext,
} from '@vue/compiler-dom';

import type { Project } from '../project.ts';

import { createPositions, htmlAttribute, sourceAttribute, sourceValue } from './position.ts';
import type { FindPosition } from './written-position.ts';

/** Adds source positions while Vue compiles templates, so that the source and its line numbers do not change. */
export async function createVueTransform(project: () => Project | null): Promise<NodeTransform> {
  // Imported only in projects with Vue.
  return vueTransform(project, await import('@vue/compiler-dom'));
}

type Compiler = Pick<
  typeof import('@vue/compiler-dom'),
  'createSimpleExpression' | 'ElementTypes' | 'isCoreComponent' | 'NodeTypes'
>;

function vueTransform(project: () => Project | null, compiler: Compiler): NodeTransform {
  const positionsOf = createPositionFinder(project);
  const { ElementTypes, NodeTypes } = compiler;
  return (node, context) => {
    if (!isElement(node, compiler) || isMarked(node)) return;
    const isComponent = node.tagType === ElementTypes.COMPONENT;
    if (!isComponent && node.tagType !== ElementTypes.ELEMENT) return;
    if (isComponent && !canHaveHook(node, context, compiler)) return;
    const source = positionsOf(context)(node);
    if (source === null) return;
    if (isComponent) node.props.push(hook(source.value, node, context, compiler));
    else {
      const html = node.props.find(({ name, type }) => name === 'html' && type === NodeTypes.DIRECTIVE);
      const put = html === undefined ? null : source.positionOf(html.loc.start.offset, 'v-html');
      node.props.push(attribute(sourceAttribute, source.value, node, compiler));
      if (put !== null)
        node.props.push(attribute(htmlAttribute, `${put.line}:${put.column}`, node, compiler));
    }
  };
}

function isElement(node: RootNode | TemplateChildNode, { NodeTypes }: Compiler): node is ElementNode {
  return node.type === NodeTypes.ELEMENT;
}

function isMarked({ props }: ElementNode): boolean {
  return props.some(({ name }) => name === sourceAttribute);
}

/** Only the browser has vnodes to look at, and Vue's own components render no element. */
function canHaveHook({ tag }: ElementNode, { ssr, root }: TransformContext, compiler: Compiler): boolean {
  return !ssr && root.source !== '' && compiler.isCoreComponent(tag) === undefined;
}

interface NodeSource {
  /** `src/App.vue:12:5`. */
  readonly value: string;
  readonly positionOf: FindPosition;
}

/** `null` for a template that was preprocessed or comes from another file. */
type FindSource = (node: ElementNode) => NodeSource | null;

function createPositionFinder(project: () => Project | null): (context: TransformContext) => FindSource {
  const finders = new WeakMap<RootNode, FindSource>();
  const sources = new Map<string, string>();
  return ({ root, filename }) => {
    const known = finders.get(root);
    if (known !== undefined) return known;
    // For the server, Vue compiles the content of a component's tag as a template of its own, without a source.
    if (root.source !== '') sources.set(filename, root.source);
    const finder = findIn(sources.get(filename) ?? '', filename, project());
    finders.set(root, finder);
    return finder;
  };
}

function findIn(source: string, filename: string, project: Project | null): FindSource {
  const path = project?.pathOf(filename) ?? null;
  const file = path === null ? null : readText(filename);
  if (path === null || file === null) return () => null;
  const text = source === '' ? file : source;
  const findPosition = positionsBesideMarks(text, file);
  return (node) => {
    const { offset } = node.loc.start;
    const tag = openingTag(node);
    const position = text.startsWith(tag, offset) ? findPosition(offset, tag) : null;
    return position === null ? null : { value: sourceValue(path, position), positionOf: findPosition };
  };
}

/** What Vue's inspector, which Nuxt's devtools bring along, has added to the tags of the file. */
const inspectorMark = / data-v-inspector="[^"]*"/g;

/** The positions in a text as they are without the marks of that tool, which may come first. */
function positionsBesideMarks(source: string, file: string): FindPosition {
  const marks = [...source.matchAll(inspectorMark)];
  const findPosition = positionsIn(source.replace(inspectorMark, ''), file);
  if (marks.length === 0) return findPosition;
  return (offset, tag) => {
    const before = marks.filter(({ index }) => index < offset).map(([mark]) => mark.length);
    const shift = before.reduce((sum, length) => sum + length, 0);
    return findPosition(offset - shift, tag.replace(inspectorMark, ''));
  };
}

/** Offsets of nodes count from the start of the component or, in older versions of Vue, of the block. */
function positionsIn(source: string, file: string): FindPosition {
  const shift = file.indexOf(source);
  if (shift === -1) return createCountedPositions(source, file);
  const positionAt = createPositions(file);
  return (offset) => positionAt(offset + shift);
}

/** The text before the first thing inside of the element. */
function openingTag({ loc, children }: ElementNode): string {
  const [first] = children;
  return first === undefined ? loc.source : loc.source.slice(0, first.loc.start.offset - loc.start.offset);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A component that a plugin generated has no file.
    return null;
  }
}

function attribute(
  name: string,
  value: string,
  { loc }: ElementNode,
  { NodeTypes }: Compiler,
): AttributeNode {
  return {
    type: NodeTypes.ATTRIBUTE,
    name,
    nameLoc: loc,
    value: { type: NodeTypes.TEXT, content: value, loc },
    loc,
  };
}

/**
 * An attribute on a component's tag would be passed on to the component, which may show it on another element, or warn
 * that it has several roots. Vue keeps a hook on the vnode. It is one constant for each tag, so that nothing is updated
 * because of it.
 */
function hook(
  value: string,
  { loc }: ElementNode,
  context: TransformContext,
  { createSimpleExpression, NodeTypes }: Compiler,
): DirectiveNode {
  const text = `Object.assign(() => {}, { annotateSource: ${JSON.stringify(value)} })`;
  return {
    type: NodeTypes.DIRECTIVE,
    name: 'bind',
    arg: createSimpleExpression('onVnodeBeforeMount', true, loc),
    exp: context.hoist(createSimpleExpression(text, false, loc)),
    modifiers: [],
    loc,
  };
}

/**
 * For text that another plugin changed and of which there is no source map. A tag is the one that is written the same
 * way; where there are several, the one at the same place in their order, if both texts have equally many of them.
 */
function createCountedPositions(code: string, file: string): FindPosition {
  const positionAt = createPositions(file);
  return (offset, tag) => {
    const offsets = offsetsOf(tag, code);
    const written = offsetsOf(tag, file);
    const at = offsets.length === written.length ? written[offsets.indexOf(offset)] : undefined;
    return at === undefined ? null : positionAt(at);
  };
}

function offsetsOf(tag: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) found.push(at);
  return found;
}
