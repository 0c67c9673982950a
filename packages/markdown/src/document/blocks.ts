/** Divides a document into its blocks, names them, and renders them one by one. */
import type { Env, Token } from 'markdown-it';

import type { TextRange } from '@annotate-mcp/core';

import { commonEnds } from './common-ends.ts';
import { definitionsIn } from './definitions.ts';
import { afterLineEnding, type Lines, linesOf } from './lines.ts';
import { createParser, readBlock, readOutline } from './parse.ts';
import { footnotesOf } from './rules/footnotes.ts';
import { shownText } from './shown-text.ts';
import { blockSteps, isWithinBlockSteps, stepsInside } from './steps.ts';

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

/** A text and what `blocksOf` returned for it. */
export interface DividedText {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/**
 * In the order of the text; no two overlap, and only blank lines lie between them. After an edit, `before` is what was
 * divided last: then only the blocks around the edit are parsed.
 */
export function blocksOf(text: string, before?: DividedText): Block[] {
  return (before && redivide(text, before)) ?? divide(text);
}

/** What a document defines for all of its blocks. */
interface DocumentFacts {
  readonly env: Env;
  readonly definitions: string;
  /** That the parser took, or would have taken at most. */
  readonly steps: number;
}

const factsOf = new WeakMap<readonly Block[], DocumentFacts>();

/**
 * What links and footnotes of a block may refer to, for `createSourceMap`: a line of Markdown for each defined label,
 * footnotes in the order of their numbers. Costs nothing for blocks that came from `blocksOf` or a renderer.
 */
export function definitionsOf(text: string, blocks: readonly Block[]): string {
  return (factsOf.get(blocks) ?? factsOf.get(divide(text)))?.definitions ?? '';
}

/** The block that holds `offset`, or the one before the gap it lies in; `null` before the first. */
export function blockAt(blocks: readonly Block[], offset: number): Block | null {
  return blocks[lastAtMostStart(blocks, offset)] ?? null;
}

/** A document that is divided once and rendered block by block, as blocks scroll into view. */
export interface DocumentRenderer {
  readonly blocks: Block[];
  /** For `createSourceMap`. */
  readonly definitions: string;
  /**
   * The HTML of one block, not sanitised. Its text is the `rendered` of the block's source map. Math is TeX inside
   * `.math.math-inline` and `.math.math-display`, code is in `pre > code.language-…`, front matter in
   * `pre.front-matter`. Empty for link definitions. Each call renders again.
   */
  readonly html: (index: number) => string;
  /** The text that `html` shows; cheaper than a source map. */
  readonly text: (index: number) => string;
}

/** `before`: as for `blocksOf`. */
export function createRenderer(text: string, before?: DividedText): DocumentRenderer {
  const parser = createParser();
  const blocks = blocksOf(text, before);
  const { env = {}, definitions = '' } = factsOf.get(blocks) ?? {};
  const tokensOf = (index: number) => {
    const block = blocks[index];
    return block === undefined ? [] : readBlock(parser, env, sourceOf(text, block));
  };
  return {
    blocks,
    definitions,
    html: (index) => parser.renderer.render(tokensOf(index), parser.options, env),
    text: (index) => shownText(tokensOf(index)),
  };
}

/** As the parser has it in the document: with its line ending, and not at the start of the text if it is not there. */
function sourceOf(text: string, { start, end }: TextRange): string {
  const next = afterLineEnding(text, end);
  const isFirst = start === 0 || (start === 1 && text.startsWith('\uFEFF'));
  return isFirst ? text.slice(0, next) : `\n${text.slice(start, next)}`;
}

function divide(text: string): Block[] {
  const env: Env = {};
  const parts = partsOf(env, text);
  const steps = blockSteps(env);
  numberFootnotes(env, text, parts);
  const nameOf = createNaming();
  const wordsOf = createHeadingReader(env, text);
  const blocks = parts.map(({ tokens, ...part }) => ({
    id: nameOf(part.kind, wordsOf(part, tokens)),
    ...part,
  }));
  factsOf.set(blocks, { env, definitions: definitionsIn(env), steps });
  return blocks;
}

/**
 * Parses only from the block before the edit up to the first block after it that begins as before: from there on the
 * parser would find what it found last time. `null` where an edit can change blocks far away from it: by footnotes,
 * definitions, front matter, or a heading after which others are named.
 */
function redivide(text: string, before: DividedText): Block[] | null {
  const facts = factsOf.get(before.blocks);
  if (facts === undefined || footnotesOf(facts.env).areAny() || before.blocks.length === 0) return null;
  const { head, tail } = commonEnds(before.text, text);
  const first = Math.max(0, lastAtMostStart(before.blocks, head) - 1);
  if (first === 0 && mayHaveFrontMatter(before.text)) return null;
  if (mayHaveFrontMatter(text) && (first === 0 || before.blocks[0]?.kind !== 'frontmatter')) return null;
  const found = findEdited(text, before, first, before.text.length - tail);
  if (found === null) return null;
  const steps = facts.steps + found.steps;
  const blocks = isWithinBlockSteps(steps) ? joinEdited(before, first, found, text) : null;
  if (blocks !== null) factsOf.set(blocks, { ...facts, steps });
  return blocks;
}

function mayHaveFrontMatter(text: string): boolean {
  return text.startsWith('---') || text.startsWith('\uFEFF---');
}

interface Edited {
  readonly parts: readonly Part[];
  /** The index of the first block after the edit that begins as before, and how many lines it has moved. */
  readonly next: number;
  readonly lineShift: number;
  readonly steps: number;
}

/** Looks at a few blocks after the edit, then at more: an opened code fence goes on until it is closed. */
function findEdited(text: string, before: DividedText, first: number, editEnd: number): Edited | null {
  const { blocks } = before;
  const shift = text.length - before.text.length;
  const start = first === 0 ? 0 : startAt(blocks, first);
  const line = first === 0 ? 0 : (blocks[first]?.lineStart ?? 1) - 1;
  const after = lastAtMostStart(blocks, editEnd - 1) + 1;
  for (let count = 4, steps = 0; ; count *= 8) {
    const isAll = after + count >= blocks.length;
    const end = isAll ? text.length : startAt(blocks, after + count) + shift;
    const env: Env = {};
    const parts = partsOf(env, text.slice(start, end), { start, line });
    steps += blockSteps(env);
    const next = firstInBoth(parts, blocks, after, shift);
    if (next === null && !isAll) continue;
    const index = next?.index ?? blocks.length;
    const from = startAt(blocks, index);
    const wasDefining = before.text.slice(start, from).includes(']:');
    if (wasDefining || text.slice(start, from + shift).includes(']:')) return null;
    const edited = parts.filter((part) => part.start < from + shift);
    return { parts: edited, next: index, lineShift: next?.lineShift ?? 0, steps };
  }
}

function startAt(blocks: readonly Block[], index: number): number {
  return blocks[index]?.start ?? Infinity;
}

/** The index of the last block that begins at or before the offset; -1 before the first. */
function lastAtMostStart(blocks: readonly Block[], offset: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startAt(blocks, middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function firstInBoth(parts: readonly Part[], blocks: readonly Block[], after: number, shift: number) {
  const lines = new Map(parts.map(({ start, lineStart }) => [start, lineStart]));
  const end = (parts.at(-1)?.start ?? -1) - shift;
  for (let index = after; startAt(blocks, index) <= end; index += 1) {
    const line = lines.get(startAt(blocks, index) + shift);
    if (line !== undefined) return { index, lineShift: line - (blocks[index]?.lineStart ?? 0) };
  }
  return null;
}

function joinEdited(
  before: DividedText,
  first: number,
  { parts, next, lineShift }: Edited,
  text: string,
): Block[] | null {
  const { blocks } = before;
  const wordsOf = createHeadingReader(factsOf.get(blocks)?.env ?? {}, text);
  const edited = parts.map(({ tokens, ...part }) => ({ part, words: wordsOf(part, tokens) }));
  const ids = keptIds(edited, blocks, first, next) ?? newIds(edited, blocks, first, next);
  if (ids === null) return null;
  const shift = text.length - before.text.length;
  return [
    ...blocks.slice(0, first),
    ...edited.map(({ part }, index) => ({ id: ids[index] ?? '', ...part })),
    ...blocks
      .slice(next)
      .map((block, index) => moved(block, ids[edited.length + index] ?? block.id, shift, lineShift)),
  ];
}

interface NamedPart {
  part: Omit<Part, 'tokens'>;
  words: string;
}

/**
 * Of the blocks from the edit on. `null` unless the same kinds of blocks are under the same headings as before: then no
 * name has changed, and most edits are so.
 */
function keptIds(
  edited: readonly NamedPart[],
  blocks: readonly Block[],
  first: number,
  next: number,
): string[] | null {
  if (edited.length !== next - first) return null;
  let section = sectionAbove(blocks, first);
  const isSame = ({ part: { kind }, words }: NamedPart, index: number) => {
    if (words !== '') section = slugOf(words);
    const block = blocks[first + index];
    return block?.kind === kind && sectionOf(block) === section;
  };
  return edited.every(isSame) ? blocks.slice(first).map(({ id }) => id) : null;
}

/** `null` where a heading without words has the name of the one above, which is another one now. */
function newIds(
  edited: readonly NamedPart[],
  blocks: readonly Block[],
  first: number,
  next: number,
): string[] | null {
  const names = createNames();
  for (const block of blocks.slice(0, first)) {
    names.section = sectionOf(block);
    names.next(block.kind);
  }
  const ids: string[] = [];
  for (const { part, words } of edited) {
    if (words !== '') names.section = slugOf(words);
    ids.push(names.next(part.kind));
  }
  let sectionBefore = sectionAbove(blocks, next);
  for (const block of blocks.slice(next)) {
    const section = sectionOf(block);
    if (isHeading(block.kind) && section === sectionBefore && names.section !== sectionBefore) return null;
    if (section !== sectionBefore) names.section = section;
    sectionBefore = section;
    ids.push(names.next(block.kind));
  }
  return ids;
}

function sectionAbove(blocks: readonly Block[], index: number): string {
  const above = blocks[index - 1];
  return above === undefined ? noSection : sectionOf(above);
}

function moved(block: Block, id: string, shift: number, lines: number): Block {
  if (block.id === id && shift === 0 && lines === 0) return block;
  const { kind, start, end, lineStart, lineEnd } = block;
  return {
    id,
    kind,
    start: start + shift,
    end: end + shift,
    lineStart: lineStart + lines,
    lineEnd: lineEnd + lines,
  };
}

type Part = Omit<Block, 'id'> & { tokens: Token[] };

/** `before` the text there are as many characters and lines. */
function partsOf(env: Env, text: string, before = { start: 0, line: 0 }): Part[] {
  // Only the document itself may begin with a byte order mark or front matter.
  const isWhole = before.start === 0;
  const source = isWhole ? text : `\n${text}`;
  const [startBefore, lineBefore] = isWhole ? [0, 0] : [before.start - 1, before.line - 1];
  const lines = linesOf(source);
  return joined(readOutline(env, source)).map(({ kind, lines: between, tokens }) => {
    const { start, end, lineStart, lineEnd } = rangeOfLines(source, lines, between, kind);
    return {
      kind,
      start: start + startBefore,
      end: end + startBefore,
      lineStart: lineStart + lineBefore,
      lineEnd: lineEnd + lineBefore,
      tokens,
    };
  });
}

/**
 * Numbers follow the order of the references in the file, and not the order in which its blocks are rendered. Beyond
 * what can be read quickly they follow the order of the definitions.
 */
function numberFootnotes(env: Env, text: string, parts: readonly Part[]): void {
  if (!footnotesOf(env).areAny()) return;
  const read = createLimitedReader(env, text);
  for (const part of parts) if (text.slice(part.start, part.end).includes('[^')) read(part);
}

/** Steps for all blocks whose texts are read before they are shown. */
const mostStepsAhead = 300_000;

/** The tokens of a block; `null` once the blocks before have taken too many steps. */
function createLimitedReader(env: Env, text: string): (range: TextRange) => Token[] | null {
  const parser = createParser();
  let left = mostStepsAhead;
  return (range) => {
    if (left <= 0) return null;
    const tokens = readBlock(parser, env, sourceOf(text, range));
    left -= stepsInside(env);
    return tokens;
  };
}

type HeadingReader = (part: TextRange & { kind: string }, tokens: Token[]) => string;

/** Empty for what is not a heading. A heading without markup is not parsed. */
function createHeadingReader(env: Env, text: string): HeadingReader {
  let read: ReturnType<typeof createLimitedReader> | undefined;
  return (part, tokens) => {
    if (!isHeading(part.kind)) return '';
    const source = tokens.map(({ content }) => content).join('');
    if (!/[\\`*_~[\]!<&$\n]/.test(source)) return source;
    read ??= createLimitedReader(env, text);
    const inside = read(part);
    return inside === null ? source : shownText(inside);
  };
}

interface Group {
  kind: string;
  lines: TextRange;
  tokens: Token[];
}

/** Link definitions on neighbouring lines are one block. */
function joined(groups: readonly Token[][]): Group[] {
  const parts: Group[] = [];
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
  const names = createNames();
  return (kind, headingWords) => {
    if (headingWords !== '') names.section = slugOf(headingWords);
    return names.next(kind);
  };
}

const noSection = 'start';

function createNames() {
  const counts = new Map<string, number>();
  return {
    /** What the nearest heading with words says. */
    section: noSection,
    next(kind: string): string {
      const name = `${kind}-${this.section}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return `${name}-${count}`;
    },
  };
}

/** What `names.section` was when this block was named. */
function sectionOf({ id, kind }: Block): string {
  return id.slice(kind.length + 1, id.lastIndexOf('-'));
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
