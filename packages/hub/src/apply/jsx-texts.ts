/** The texts of the tags in JSX, by Babel's parser. */
import { parse, type ParserPlugin } from '@babel/parser';

import { isRecord } from '@annotate-mcp/core';

import { markupPieces, type Piece, stringPieces, type TagText, valueOf } from './tag-text.ts';

/** `null` for a file that cannot be parsed. */
export function jsxTexts(text: string, file: string): TagText[] | null {
  try {
    const { program } = parse(text, {
      sourceType: 'module',
      attachComment: false,
      plugins: languagesOf(file),
    });
    const found: TagText[] = [];
    const wholes: SyntaxNode[] = [];
    walk(program, (node) => {
      if (node.type !== 'JSXElement') return;
      if (otherNames.test(nameOf(node, text))) wholes.push(node);
      const tagText = tagTextOf(node, text);
      if (tagText !== null) found.push(tagText);
    });
    // What is inside of such a tag cannot be changed alone, either.
    const isAlone = ({ tag }: TagText) => wholes.every(({ start, end }) => tag < start || tag >= end);
    return found.filter(isAlone).sort((a, b) => a.tag - b.tag);
  } catch {
    // The parser does not support the language of the file, or it is being edited.
    return null;
  }
}

function languagesOf(file: string): ParserPlugin[] {
  const types: ParserPlugin[] = /\.[cm]?tsx?$/.test(file) ? ['typescript'] : [];
  return ['decorators-legacy', 'decoratorAutoAccessors', 'jsx', ...types];
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    isRecord(value) &&
    typeof value.type === 'string' &&
    typeof value.start === 'number' &&
    typeof value.end === 'number'
  );
}

function nodesIn(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Without recursion: a chain of calls or of sums is as deep as it is long. */
function walk(root: unknown, visit: (node: SyntaxNode) => void): void {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isNode(next)) visit(next);
    const below = isNode(next) || Array.isArray(next) ? Object.values(next) : [];
    for (const each of below) if (typeof each === 'object' && each !== null) waiting.push(each);
  }
}

/** Spaces count in these, or their text is the name of something else, as that of a translation. */
const otherNames =
  /^(?:pre|script|style|textarea|title|template|noscript|iframe|Trans|Translate|T|FormattedMessage)$/;
const otherText = /^(?:dangerouslySetInnerHTML|innerHTML|textContent|innerText|children|contentEditable)$/;

function nameOf({ openingElement }: SyntaxNode, text: string): string {
  return isNode(openingElement) && isNode(openingElement.name)
    ? text.slice(openingElement.name.start, openingElement.name.end)
    : '';
}

function tagTextOf(element: SyntaxNode, text: string): TagText | null {
  const { openingElement, children } = element;
  if (!isNode(openingElement)) return null;
  const name = nameOf(element, text);
  if (otherNames.test(name) || nodesIn(openingElement.attributes).some(isOtherText)) return null;
  const inside = nodesIn(children);
  const texts = inside.filter(({ type, value }) => type === 'JSXText' && String(value).trim() !== '');
  const strings = inside.flatMap((child) => stringIn(child, text) ?? []);
  const [only, ...more] = [...texts.map((node) => plainText(node, text)), ...strings];
  if (only === undefined || only === null || more.length > 0 || only.pieces.length === 0) return null;
  return { name, tag: openingElement.start, ...only };
}

function isOtherText({ name }: SyntaxNode): boolean {
  return isNode(name) && typeof name.name === 'string' && otherText.test(name.name);
}

type WrittenText = Pick<TagText, 'grammar' | 'pieces'>;

/** `null` where Babel reads another text than is read here. */
function plainText({ start, end, value }: SyntaxNode, text: string): WrittenText | null {
  const pieces = markupPieces(text, start, end);
  return isSameText(pieces, value) ? { grammar: 'jsx', pieces } : null;
}

/** The string of `{'…'}`; a blank one, as between two tags, is none. */
function stringIn({ type, expression }: SyntaxNode, text: string): WrittenText | null {
  if (type !== 'JSXExpressionContainer' || !isNode(expression)) return null;
  const value = stringValue(expression);
  if (value === null || value.trim() === '') return null;
  const { start, end } = expression;
  const quote = text.charAt(start);
  const pieces = stringPieces(text, start + 1, end - 1);
  const grammar = quote === '"' || quote === "'" || quote === '`' ? quote : null;
  return grammar !== null && isSameText(pieces, value) ? { grammar, pieces } : { grammar: 'jsx', pieces: [] };
}

function stringValue(node: SyntaxNode): string | null {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type !== 'TemplateLiteral' || nodesIn(node.expressions).length > 0) return null;
  const [only] = nodesIn(node.quasis);
  return isRecord(only?.value) && typeof only.value.cooked === 'string' ? only.value.cooked : null;
}

function isSameText(pieces: Piece[] | null, value: unknown): pieces is Piece[] {
  if (pieces === null || typeof value !== 'string') return false;
  // Only these spaces collapse in the source; what else a page shows as a space is not in the pieces.
  const collapsed = value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '');
  return collapsed === valueOf({ pieces });
}
