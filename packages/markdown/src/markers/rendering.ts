/** Whether two texts render the same except for our own markers and notes, by both parsers that matter. */
import type { Nodes } from 'mdast';

import { longestText, type Token, tokensOf, treeOf } from './parsers.ts';
import { isCommentData, markerId, noteText } from './syntax.ts';

/**
 * Keeps what a text renders to, so that many changed texts can be compared with it. There are two parsers: the tree is
 * what GitHub and most others render, the tokens are what our own view renders. Of a long text only tokens are compared.
 */
export function renderingOf(
  text: string,
  { ignoresSpaces = false }: RenderingOptions = {},
): { isKeptBy: (changed: string) => boolean } {
  const tokensIn = (source: string) => tokenSignature(tokensOf(source), ignoresSpaces);
  const treeIn = (source: string) => treeSignature(source, ignoresSpaces);
  const tokens = tokensIn(text);
  let tree: string | null | undefined;
  return {
    isKeptBy: (changed) => {
      if (tokensIn(changed) !== tokens) return false;
      // Of two texts around the limit only one has a tree, which says nothing about the other.
      if (Math.max(text.length, changed.length) > longestText) return true;
      tree ??= treeIn(text);
      return treeIn(changed) === tree;
    },
  };
}

interface RenderingOptions {
  /** Spaces at the ends of a text, and how many there are between two words, make no difference. */
  ignoresSpaces?: boolean;
}

function isOurs(html: string): boolean {
  return markerId(html) !== null || noteText(html) !== null || isCommentData(html);
}

/** Without recursion: hostile texts nest deeper than the stack. `null` when the parser itself fails. */
function treeSignature(text: string, ignoresSpaces: boolean): string | null {
  const tree = treeOf(text);
  if (tree === null) return null;
  const signature = createSignature(ignoresSpaces);
  const waiting: (Nodes | null)[] = [tree];
  let isHidden = false;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null) signature.add(')');
    else if (node.type === 'text') signature.addText(node.value);
    else if (node.type !== 'html' || isHidden || !isOurs(node.value)) {
      if (node.type === 'html') isHidden = leavesCommentOpen(node.value, isHidden);
      signature.add(`(${nodeLine(node)}`);
      waiting.push(null);
      if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
  return signature.toString();
}

/**
 * `<div><!--` before a blank line is a whole block to Markdown, and a browser hides all that follows up to the next
 * `-->`. A marker there would end it.
 */
function leavesCommentOpen(html: string, isOpen: boolean): boolean {
  const end = html.indexOf('-->');
  if (isOpen && end === -1) return true;
  const rest = isOpen ? html.slice(end + 3) : html;
  return rest.replace(/<!--[\s\S]*?-->|<(script|style|textarea)\b[\s\S]*?<\/\1/gi, '').includes('<!--');
}

function nodeLine(node: Nodes): string {
  const { position: _, ...fields } = node;
  return JSON.stringify(fields, (key, value: unknown) => (key === 'children' ? undefined : value));
}

function tokenSignature(tokens: readonly Token[], ignoresSpaces: boolean): string {
  const signature = createSignature(ignoresSpaces);
  addTokens(tokens, signature);
  return signature.toString();
}

function addTokens(tokens: readonly Token[], signature: Signature): void {
  for (const token of tokens) {
    const { type, content } = token;
    if (type === 'text') signature.addText(content);
    else if (type === 'inline') addTokens(token.children ?? [], signature);
    else if ((type !== 'html_block' && type !== 'html_inline') || !isOurs(content.trim())) {
      signature.add(tokenLine(token));
      addTokens(token.children ?? [], signature);
    }
  }
}

function tokenLine({ type, tag, attrs, markup, info, hidden, meta, content, children }: Token): string {
  // An image's content is its source; its children are its description. A line ending after HTML, which the last line
  // of a file may lack, shows nothing.
  const shown = children !== null ? null : type === 'html_block' ? content.trimEnd() : content;
  return JSON.stringify([type, tag, attrs, markup, info, hidden, meta, shown]);
}

type Signature = ReturnType<typeof createSignature>;

/** A marker splits a text node in two; in a signature neighbouring texts are one. */
function createSignature(ignoresSpaces: boolean) {
  const lines: string[] = [];
  let text = '';
  const flush = () => {
    const shown = ignoresSpaces ? text.replace(/\s+/g, ' ').trim() : text;
    if (shown !== '') lines.push(JSON.stringify(shown));
    text = '';
  };
  return {
    addText: (more: string) => {
      text += more;
    },
    add: (line: string) => {
      flush();
      lines.push(line);
    },
    toString: () => {
      flush();
      return lines.join('\n');
    },
  };
}

/** Returns the items that are fine together. Finds the others by halving, because each call of `isFine` is a parse. */
export function acceptByHalves<Item>(
  items: readonly Item[],
  isFine: (together: readonly Item[]) => boolean,
): Item[] {
  const accepted: Item[] = [];
  const accept = (some: readonly Item[]) => {
    if (some.length === 0) return;
    if (isFine([...accepted, ...some])) accepted.push(...some);
    else if (some.length > 1) {
      const middle = some.length >> 1;
      accept(some.slice(0, middle));
      accept(some.slice(middle));
    }
  };
  accept(items);
  return accepted;
}
