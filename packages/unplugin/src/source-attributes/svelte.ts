import { markTags, toModule } from './mark-tags.ts';
import { sourceAttribute } from './position.ts';
import type { SvelteParser } from './svelte-parser.ts';
import { isNode, nodesIn, type SyntaxNode } from './walk.ts';
import { createWrittenPositions, type WrittenFile } from './written-position.ts';

/**
 * Adds source attributes to the elements of a component, before it is compiled. Svelte's own positions are wrong after
 * hydration. No line is added, so that those in Svelte's messages stay right.
 */
export function markSvelte(code: string, written: WrittenFile, path: string, parse: SvelteParser) {
  const tags = elementsIn(parseFragment(code, parse)).map(({ start, name }) => ({
    start,
    nameEnd: start + 1 + String(name).length,
  }));
  return toModule(markTags(code, tags, path, createWrittenPositions(code, written)), path);
}

/** `null` for what Svelte cannot parse before it is preprocessed; then Svelte reports it, or its elements have no lines. */
function parseFragment(code: string, parse: SvelteParser): unknown {
  try {
    const root = parse(code, { modern: true });
    return typeof root === 'object' && root !== null && 'fragment' in root ? root.fragment : null;
  } catch {
    return null;
  }
}

function elementsIn(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(elementsIn);
  // What is in the head of the page is not visible.
  if (!isNode(value) || value.type === 'SvelteHead') return [];
  const below = Object.values(value).flatMap(elementsIn);
  return isUnmarkedElement(value) ? [value, ...below] : below;
}

/** `<svelte:element>` is an element of the page, too; components are not. */
function isUnmarkedElement({ type, name, attributes }: SyntaxNode): boolean {
  if (type !== 'RegularElement' && type !== 'SvelteElement') return false;
  return typeof name === 'string' && !nodesIn(attributes).some((each) => each.name === sourceAttribute);
}
