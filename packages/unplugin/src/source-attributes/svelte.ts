import type { SourceMap } from 'magic-string';

import { mapOf, markTags, type TextRange } from './mark-tags.ts';
import { type MarkedText, moveTags, type TagName } from './move-tags.ts';
import { sourceAttribute } from './position.ts';
import type { SvelteParser } from './svelte-parser.ts';
import { isNode, nodesIn, type SyntaxNode } from './walk.ts';
import { createWrittenPositions, type WrittenFile } from './written-position.ts';

interface MarkedComponent {
  readonly code: string;
  readonly generateMap: () => SourceMap;
}

/** Returns `undefined` for a component that stays as it is. */
export type SvelteMarker = (code: string, written: WrittenFile, path: string) => MarkedComponent | undefined;

/**
 * Adds source attributes to the elements of components, before they are compiled. Svelte's own positions are wrong after
 * hydration. No line is added, so that those in Svelte's messages stay right.
 */
export function createSvelteMarker(parse: SvelteParser): SvelteMarker {
  // Parsing takes most of the time, and most changes of a file move its tags only.
  const marked = new Map<string, MarkedText>();
  return (code, written, path) => {
    const before = marked.get(path);
    const tags = (before === undefined ? null : moveTags(before, code)) ?? findTags(code, parse);
    if (tags === null) marked.delete(path);
    else marked.set(path, { code, tags });
    const text = markTags(code, tags ?? [], path, createWrittenPositions(code, written));
    return text.hasChanged() ? { code: text.toString(), generateMap: () => mapOf(text, path) } : undefined;
  };
}

/** `null` for what Svelte cannot parse before it is preprocessed; then Svelte reports it, or its elements have no lines. */
function findTags(code: string, parse: SvelteParser): readonly TagName[] | null {
  const fragment = parseFragment(code, parse);
  if (fragment === null) return null;
  return elementsIn(fragment).map(({ start, name, fragment: content }) => ({
    start,
    nameEnd: start + 1 + String(name).length,
    html: htmlIn(content),
  }));
}

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

/** The beginning of `{@html …}`, where nothing else in the element can make elements without a position of their own. */
function htmlIn(content: unknown): TextRange | undefined {
  const [first, ...others] = makersIn(content);
  const isHtml = first?.type === 'HtmlTag' && others.length === 0;
  return isHtml ? { start: first.start, end: first.start + '{@html'.length } : undefined;
}

/** What stands in a fragment besides elements and text, also inside of blocks. */
function makersIn(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(makersIn);
  if (!isNode(value) || value.type === 'RegularElement' || value.type === 'SvelteElement') return [];
  const isMaker =
    /^(?:HtmlTag|RenderTag|Component|SlotElement|Svelte(?:Component|Self|Fragment|Boundary))$/.test(
      value.type,
    );
  return isMaker ? [value] : Object.values(value).flatMap(makersIn);
}

/** `<svelte:element>` is an element of the page, too; components are not. */
function isUnmarkedElement({ type, name, attributes }: SyntaxNode): boolean {
  if (type !== 'RegularElement' && type !== 'SvelteElement') return false;
  return typeof name === 'string' && !nodesIn(attributes).some((each) => each.name === sourceAttribute);
}
