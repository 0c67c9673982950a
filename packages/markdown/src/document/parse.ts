/** Reads Markdown: the blocks of a document at once, and what is in them when it is needed. */
import MarkdownItParser from 'markdown-it';
import type { Env, MarkdownIt, Token } from 'markdown-it';

import { footnotes } from './rules/footnotes.ts';
import { frontMatter } from './rules/front-matter.ts';
import { math } from './rules/math.ts';
import { taskLists } from './rules/task-lists.ts';
import { beginBlock, beginBlocks, limitSteps, spendBlockSteps } from './steps.ts';

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

/** Reads the inline parts of one group. */
export function readInside(parser: MarkdownIt, env: Env, group: Token[]): Token[] {
  beginBlock(env);
  // Without a source the block rule of the core chain finds nothing to add, and all others do their part.
  const state = new parser.core.State('', parser, env);
  state.tokens = group;
  parser.core.process(state);
  return group;
}

let outlineParser: MarkdownIt | undefined;

/**
 * The first token of each block at the top level, and with a heading its words; what is inside other blocks is read
 * when it is shown. Of a large document that is most of the tokens, which take longer to create than to find.
 */
export function readOutline(env: Env, text: string): Token[][] {
  outlineParser ??= createOutlineParser();
  return readBlocks(outlineParser, env, text);
}

function createOutlineParser(): MarkdownIt {
  const parser = createParser();
  const { State } = parser.block;
  // One for all: rules write into it, and nothing reads it.
  const unread = new State('', parser, {}, []).push('unread', '', 0);
  parser.block.State = class extends State {
    override push(type: string, tag: string, nesting: Token['nesting']): Token {
      const level = nesting === -1 ? this.level - 1 : this.level;
      const isRead = level === 0 || (level === 1 && this.tokens.at(-1)?.type === 'heading_open');
      if (isRead) return super.push(type, tag, nesting);
      this.level += nesting;
      return unread;
    }
  };
  return parser;
}

/** The tokens of one block, `source`, as they are in the document that `env` is of. */
export function readBlock(parser: MarkdownIt, env: Env, source: string): Token[] {
  // The document as a whole was within the limit.
  beginBlocks(env);
  return readInside(parser, env, readBlocks(parser, env, source).flat());
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
