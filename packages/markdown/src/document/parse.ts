/** Reads a document: its blocks at once, and the texts in them when they are needed. */
import MarkdownItParser from 'markdown-it';
import type { Env, MarkdownIt, Token } from 'markdown-it';

import { type Lines, linesOf } from './lines.ts';
import { footnotes, footnotesOf } from './rules/footnotes.ts';
import { frontMatter } from './rules/front-matter.ts';
import { math } from './rules/math.ts';
import { taskLists } from './rules/task-lists.ts';
import { beginBlock, limitSteps, spendBlockSteps, stepsInside } from './steps.ts';

/** A document parsed down to its blocks. Their inline parts are parsed by `readInside`, when needed. */
export interface Parsed {
  readonly parser: MarkdownIt;
  readonly env: Env;
  readonly lines: Lines;
  /** One group for each block at the top level, in order; the first token of each has a `map`. */
  readonly groups: readonly Token[][];
}

export function parseBlocks(text: string): Parsed {
  const parser = createParser();
  const env: Env = {};
  const groups = readBlocks(parser, env, text);
  const parsed = { parser, env, lines: linesOf(text), groups };
  numberFootnotes(parsed);
  return parsed;
}

/**
 * The Markdown that a review shows: CommonMark, tables, strikethrough, links without brackets, footnotes, task lists,
 * math, front matter. Raw HTML passes through; the caller has to sanitise it before showing it.
 */
export function createParser(): MarkdownIt {
  const parser = new MarkdownItParser({ html: true, linkify: true });
  // `README.md` is a file to its readers, not a site in Moldova.
  parser.linkify.set({ fuzzyLink: false });
  // An address is shown as it is written, so that a selected address is found in the file.
  parser.normalizeLinkText = (address) => address;
  for (const add of [dropByteOrderMark, frontMatter, math, footnotes, taskLists, plainOutput, limitSteps])
    add(parser);
  return parser;
}

function dropByteOrderMark(parser: MarkdownIt): void {
  parser.core.ruler.after('normalize', 'byte_order_mark', (state) => {
    if (state.src.startsWith('\uFEFF')) state.src = state.src.slice(1);
  });
}

/**
 * HTML without the line breaks between its elements, so that the text of an element is what its reader sees and
 * shown-text.ts can say it without a DOM.
 */
function plainOutput(parser: MarkdownIt): void {
  const { renderer } = parser;
  renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined || token.hidden) return '';
    return token.nesting === -1 ? `</${token.tag}>` : `<${token.tag}${renderer.renderAttrs(token)}>`;
  };
  for (const type of ['fence', 'code_block']) {
    const render = renderer.rules[type];
    if (render !== undefined) renderer.rules[type] = (...args) => render(...args).trimEnd();
  }
}

/** The groups of a text that may refer to what `env` already knows. */
export function readBlocks(parser: MarkdownIt, env: Env, text: string): Token[][] {
  const tokens: Token[] = [];
  const source = normalize(text);
  // Before anything is allocated for each line and each cell.
  spendBlockSteps(env, countOf('\n', source) + countOf('|', source) / 2);
  parser.block.parse(source, parser, env, tokens);
  return groupsOf(tokens);
}

function countOf(character: string, source: string): number {
  let count = 0;
  for (let at = source.indexOf(character); at !== -1; at = source.indexOf(character, at + 1)) count += 1;
  return count;
}

const parsedInside = new WeakSet<Token[]>();

/** Reads the inline parts of one group, once. */
export function readInside({ parser, env }: Pick<Parsed, 'parser' | 'env'>, group: Token[]): Token[] {
  if (parsedInside.has(group)) return group;
  beginBlock(env);
  // Without a source the block rule of the core chain finds nothing to add, and all others do their part.
  const state = new parser.core.State('', parser, env);
  state.tokens = group;
  parser.core.process(state);
  parsedInside.add(group);
  return group;
}

/** As the parser itself does it. The number of lines does not change, so that line numbers stay valid. */
function normalize(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\uFFFD');
}

function groupsOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting !== -1) groups.push([token]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}

/**
 * Numbers follow the order of the references in the file, and not the order in which its blocks are rendered. Beyond
 * what can be read quickly they follow the order of the definitions.
 */
function numberFootnotes(parsed: Parsed): void {
  if (!footnotesOf(parsed.env).areAny()) return;
  const read = createLimitedReader(parsed);
  for (const group of parsed.groups) {
    if (group.some(({ content }) => content.includes('[^'))) read(group);
  }
}

/** Steps for all blocks whose texts are read before they are shown. */
const mostStepsAhead = 300_000;

/** `readInside`, which returns `null` once the blocks before have taken too many steps. */
export function createLimitedReader(parsed: Parsed): (group: Token[]) => Token[] | null {
  let left = mostStepsAhead;
  return (group) => {
    if (parsedInside.has(group)) return group;
    if (left <= 0) return null;
    const read = readInside(parsed, group);
    left -= stepsInside(parsed.env);
    return read;
  };
}
