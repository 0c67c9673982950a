/** The two parsers that a marker must not confuse: the one of our own view, and one that reads as GitHub does. */
import type { Nodes } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';

import { createParser } from '../document/index.ts';

type Parser = ReturnType<typeof createParser>;
export type Env = NonNullable<Parameters<Parser['parse']>[1]>;
export type Token = ReturnType<Parser['parse']>[number];

let parser: Parser | undefined;

/** By the parser of our own view. The parser is created once: it keeps no state of a text, and creating it takes longer than parsing a short text. */
export function tokensOf(text: string, environment: Env = {}): Token[] {
  parser ??= createParser();
  return parser.parse(text, environment);
}

/**
 * A text as GitHub reads it: CommonMark and GFM, with front matter and math; `null` for one that is too long or too deep.
 * The text has no byte order mark.
 */
export function treeOf(text: string): Nodes | null {
  if (text.length > longestText) return null;
  try {
    return fromMarkdown(text, options);
  } catch (cause) {
    // For example ten thousand nested quotes; no renderer shows such a text.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** In characters. For hostile texts the time grows with the square of the length; our own parser reads longer ones. */
export const longestText = 40_000;

/** Visits nodes in order; where `enter` returns `false`, no child is visited. Without recursion: hostile texts nest deeper than the stack. */
export function visit(tree: Nodes, enter: (node: Nodes) => boolean): void {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!enter(node) || !('children' in node)) continue;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

export function rangeOf(node: Nodes): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

const frontMatterKinds: ('yaml' | 'toml')[] = ['yaml', 'toml'];
const options: Options = {
  extensions: [frontmatter(frontMatterKinds), gfm(), math()],
  mdastExtensions: [frontmatterFromMarkdown(frontMatterKinds), gfmFromMarkdown(), mathFromMarkdown()],
};
