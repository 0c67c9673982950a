import type { FoundElement } from './markup.ts';
import { sourceAttribute } from './position.ts';
import { isNode, nodesIn, type SyntaxNode } from './walk.ts';

/** The HTML element that this node opens. Components get no attribute, because it would be a prop. */
export function jsxElement(node: SyntaxNode): FoundElement | null {
  if (node.type !== 'JSXOpeningElement') return null;
  const { name } = node;
  if (!isNode(name) || name.type !== 'JSXIdentifier' || typeof name.name !== 'string') return null;
  if (!/^[a-z]/.test(name.name) || isMarked(node)) return null;
  return { start: node.start, nameEnd: name.end };
}

function isMarked(opening: SyntaxNode): boolean {
  return nodesIn(opening.attributes).some(({ name }) => isNode(name) && name.name === sourceAttribute);
}
