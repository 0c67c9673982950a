import { readFileSync } from 'node:fs';

import type {
  AttributeNode,
  ElementNode,
  NodeTransform,
  RootNode,
  TemplateChildNode,
} from '@vue/compiler-dom';

import type { Project } from '../project.ts';

import { createPositions, sourceAttribute, sourceValue, type TextPosition } from './position.ts';

/** Adds source attributes while Vue compiles templates, so that the source and its line numbers do not change. */
export async function createVueTransform(project: () => Project | null): Promise<NodeTransform> {
  // Imported only in projects with Vue.
  return vueTransform(project, await import('@vue/compiler-dom'));
}

type NodeKinds = Pick<typeof import('@vue/compiler-dom'), 'NodeTypes' | 'ElementTypes'>;

function vueTransform(project: () => Project | null, kinds: NodeKinds): NodeTransform {
  const files = new WeakMap<RootNode, TemplateFile | null>();
  return (node, context) => {
    if (!isPlainElement(node, kinds)) return;
    const { root, filename } = context;
    if (!files.has(root)) files.set(root, templateFile(root, filename, project()));
    const file = files.get(root) ?? null;
    if (file === null || isMarked(node)) return;
    node.props.push(attribute(sourceValue(file.path, file.positionAt(node.loc.start.offset)), node, kinds));
  };
}

// False for a component, a slot and a <template>.
function isPlainElement(
  node: RootNode | TemplateChildNode,
  { NodeTypes, ElementTypes }: NodeKinds,
): node is ElementNode {
  return node.type === NodeTypes.ELEMENT && node.tagType === ElementTypes.ELEMENT;
}

function isMarked({ props }: ElementNode): boolean {
  return props.some(({ name }) => name === sourceAttribute);
}

interface TemplateFile {
  readonly path: string;
  readonly positionAt: (offset: number) => TextPosition;
}

/**
 * Finds the compiled template in its file. Its offsets count from the start of the component or, in older versions of
 * Vue, of the block. `null` for a template that was preprocessed or comes from another file.
 */
function templateFile(root: RootNode, filename: string, project: Project | null): TemplateFile | null {
  const path = project?.pathOf(filename) ?? null;
  const text = path === null ? null : readText(filename);
  if (path === null || text === null) return null;
  const shift = text.indexOf(root.source);
  if (root.source === '' || shift === -1) return null;
  const positionAt = createPositions(text);
  return { path, positionAt: (offset) => positionAt(offset + shift) };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A component that a plugin generated has no file.
    return null;
  }
}

function attribute(value: string, { loc }: ElementNode, { NodeTypes }: NodeKinds): AttributeNode {
  return {
    type: NodeTypes.ATTRIBUTE,
    name: sourceAttribute,
    nameLoc: loc,
    value: { type: NodeTypes.TEXT, content: value, loc },
    loc,
  };
}
