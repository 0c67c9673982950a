/** Divides a document into its blocks, names them, and renders them one by one. */
import type { Token } from 'markdown-it';

import type { TextRange } from '@annotate-mcp/core';

import { definitionsIn, rememberDefinitions } from './definitions.ts';
import type { Lines } from './lines.ts';
import { createLimitedReader, parseBlocks, type Parsed, readInside } from './parse.ts';
import { shownText } from './shown-text.ts';

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

/** A document that is parsed once and rendered block by block, as blocks scroll into view. */
export interface DocumentRenderer {
  readonly blocks: Block[];
  /** For `createSourceMap`. */
  readonly definitions: string;
  /**
   * The HTML of one block, not sanitised. Its text is the `rendered` of the block's source map. Math is TeX inside of
   * `.math.math-inline` and `.math.math-display`, code is in `pre > code.language-…`, front matter in
   * `pre.front-matter`. Empty for link definitions. Each call renders again.
   */
  readonly html: (index: number) => string;
  /** The text that `html` shows; cheaper than a source map. */
  readonly text: (index: number) => string;
}

export function createRenderer(text: string): DocumentRenderer {
  const parsed = parseBlocks(text);
  const { parser, env } = parsed;
  const divided = divide(text, parsed);
  const blocks = divided.map(({ block }) => block);
  const definitions = definitionsIn(env);
  rememberDefinitions(blocks, definitions);
  const inside = (index: number) => readInside(parsed, divided[index]?.tokens ?? []);
  return {
    blocks,
    definitions,
    html: (index) => parser.renderer.render(inside(index), parser.options, env),
    text: (index) => shownText(inside(index)),
  };
}

interface BlockWithTokens {
  readonly block: Block;
  readonly tokens: Token[];
}

function divide(text: string, parsed: Parsed): BlockWithTokens[] {
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

const longestSlug = 60;

/**
 * Names blocks in their order: headings after their own words, all others after the nearest heading above.
 * The number counts blocks of one kind under one name, so an edit renames only what follows under the same heading.
 */
function createNaming(): (kind: string, headingWords: string) => string {
  const counts = new Map<string, number>();
  let section = 'start';
  return (kind, headingWords) => {
    if (headingWords !== '') section = slugOf(headingWords);
    const name = `${kind}-${section}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name}-${count}`;
  };
}

function slugOf(words: string): string {
  const slug = words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = slug.slice(0, longestSlug).replace(/[\uD800-\uDBFF]?-*$/, '');
  return short === '' ? 'untitled' : short;
}
