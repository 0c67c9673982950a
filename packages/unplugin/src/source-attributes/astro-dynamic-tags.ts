/**
 * Tags of Astro components whose name is a variable: `<Tag>` with `const Tag = 'article'`. They are compiled as the tag of
 * a component is, and only when the page is rendered it shows which of both it is.
 */
import type MagicString from 'magic-string';

import { sourceAttribute, sourceValue } from './position.ts';
import { isIdentifier, isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';
import type { FindPosition } from './written-position.ts';

export interface DynamicTag {
  readonly name: string;
  /** Offset of the call that renders it. */
  readonly start: number;
  /** Offset of the first of its properties. */
  readonly properties: number;
}

/** In the order of the compiled text. */
export function findDynamicTags(program: SyntaxNode): DynamicTag[] {
  const imported = new Set<unknown>();
  const found: DynamicTag[] = [];
  walk(program, (node) => {
    if (/^Import\w*Specifier$/.test(node.type) && isNode(node.local)) imported.add(node.local.name);
    const tag = dynamicTag(node);
    if (tag !== null) found.push(tag);
  });
  // What is imported is a component.
  return found.filter(({ name }) => !imported.has(name)).sort((a, b) => a.start - b.start);
}

/** A call `$$renderComponent($$result, 'Tag', Tag, { … })`. */
function dynamicTag({ type, callee, arguments: list, start }: SyntaxNode): DynamicTag | null {
  if (type !== 'CallExpression' || !isIdentifier(callee, '$$renderComponent')) return null;
  const [, label, tag, properties] = nodesIn(list);
  if (typeof label?.value !== 'string' || !isIdentifier(tag, label.value)) return null;
  if (properties?.type !== 'ObjectExpression') return null;
  return { name: label.value, start, properties: properties.start + 1 };
}

/** Adds the attribute where the variable is the name of an element. A component must not get a property more. */
export function markDynamicTags(
  marked: MagicString,
  tags: readonly DynamicTag[],
  path: string,
  positionOf: FindPosition,
): void {
  for (const { name, start, properties } of tags) {
    const position = positionOf(start, `<${name}`);
    if (position === null) continue;
    const attribute = JSON.stringify({ [sourceAttribute]: sourceValue(path, position) });
    marked.appendLeft(properties, `...(typeof ${name} === "string" && ${attribute}),`);
  }
}
