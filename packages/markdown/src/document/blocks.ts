import type { Token } from 'markdown-it';

import type { TextRange } from '@annotate-mcp/core';

import { createNaming } from './block-ids.ts';
import { definitionsIn, rememberDefinitions } from './definitions.ts';
import type { Lines } from './lines.ts';
import { createLimitedReader, parseBlocks, type Parsed } from './parse.ts';
import { shownText } from './token-text.ts';

/** A part of the document at its top level. Offsets are UTF-16 into the text with BOM and CRLF as they are. */
export interface Block {
  /** `<kind>-<slug>-<n>`, with the slug of its heading: does not change with edits elsewhere. */
  id: string;
  /** h1..h6, p, list, quote, code, table, html, math, hr, footnote, frontmatter, definition. */
  kind: string;
  /** From the start of its first line, without a BOM. */
  start: number;
  /** To the end of its last line, without the line ending. */
  end: number;
  /** 1-based, inclusive. */
  lineStart: number;
  lineEnd: number;
}

/** In the order of the text; no two overlap, and only blank lines lie between them. */
export function blocksOf(text: string): Block[] {
  const parsed = parseBlocks(text);
  const blocks = divide(text, parsed).map(({ block }) => block);
  rememberDefinitions(blocks, definitionsIn(parsed.env));
  return blocks;
}

/** The block that holds `offset`, or the one before the gap it lies in; `null` before the first. */
export function blockAt(blocks: readonly Block[], offset: number): Block | null {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1] ?? null;
}

export interface BlockWithTokens {
  readonly block: Block;
  readonly tokens: Token[];
}

export function divide(text: string, parsed: Parsed): BlockWithTokens[] {
  const nameOf = createNaming();
  const read = createLimitedReader(parsed);
  return joined(parsed.groups).map(({ kind, lines, tokens }) => {
    const words = isHeading(kind) ? headingWords(tokens, read) : '';
    return {
      block: { id: nameOf(kind, words), kind, ...rangeOfLines(text, parsed.lines, lines, kind) },
      tokens,
    };
  });
}

/** A heading without markup is not parsed. */
function headingWords(tokens: Token[], read: (group: Token[]) => Token[] | null): string {
  const source = tokens.map(({ content }) => content).join('');
  if (!/[\\`*_~[\]!<&$\n]/.test(source)) return source;
  const inside = read(tokens);
  return inside === null ? source : shownText(inside);
}

interface Part {
  kind: string;
  lines: TextRange;
  tokens: Token[];
}

/** Link definitions on neighbouring lines are one block. */
function joined(groups: readonly Token[][]): Part[] {
  const parts: Part[] = [];
  for (const tokens of groups) {
    const [first] = tokens;
    if (!first?.map) continue;
    const [start, end] = first.map;
    const kind = kindOf(first);
    const last = parts.at(-1);
    const isMore = kind === 'definition' && last?.kind === kind && last.lines.end === start;
    if (isMore) last.lines = { ...last.lines, end };
    else parts.push({ kind, lines: { start, end }, tokens });
  }
  return parts;
}

const kindOfToken: Readonly<Record<string, string>> = {
  paragraph_open: 'p',
  bullet_list_open: 'list',
  ordered_list_open: 'list',
  blockquote_open: 'quote',
  fence: 'code',
  code_block: 'code',
  table_open: 'table',
  html_block: 'html',
  math_block: 'math',
  hr: 'hr',
  footnote_open: 'footnote',
  front_matter: 'frontmatter',
  reference_definition: 'definition',
};

function kindOf({ type, tag }: Token): string {
  return type === 'heading_open' ? tag : (kindOfToken[type] ?? 'p');
}

function isHeading(kind: string): boolean {
  return /^h[1-6]$/.test(kind);
}

/** Of these kinds, blank lines at the end are part of the block. */
const keepsBlankLines: ReadonlySet<string> = new Set(['code', 'html', 'math']);

function rangeOfLines(
  text: string,
  lines: Lines,
  { start, end }: TextRange,
  kind: string,
): Omit<Block, 'id' | 'kind'> {
  let last = Math.max(start, Math.min(end, lines.count) - 1);
  const isOutside = (line: number) =>
    keepsBlankLines.has(kind)
      ? lines.rangeOf(line).start === text.length
      : isBlank(text, lines.rangeOf(line));
  while (last > start && isOutside(last)) last -= 1;
  return {
    start: start === 0 && text.startsWith('\uFEFF') ? 1 : lines.rangeOf(start).start,
    end: lines.rangeOf(last).end,
    lineStart: start + 1,
    lineEnd: last + 1,
  };
}

function isBlank(text: string, { start, end }: TextRange): boolean {
  return /^[ \t]*$/.test(text.slice(start, end));
}
