import { createParser } from '../document/index.ts';
import { lineStarts } from '../document/lines.ts';
import { readBlocks } from '../document/parse.ts';
import { beginBlock, beginText, StepLimitError } from '../document/steps.ts';

import type { Env, Token } from './parsers.ts';
import { endOfOwnComment, isCommentData, markerId, noteText, openingsIn } from './syntax.ts';

export interface FoundMarker {
  id: string;
  start: number;
  end: number;
}

export interface FoundData {
  start: number;
  end: number;
}

export interface FoundNote {
  text: string;
  start: number;
  end: number;
}

export interface FoundMarkers {
  /** All lists are in the order of the text. */
  markers: FoundMarker[];
  notes: FoundNote[];
  data: FoundData[];
}

/**
 * Markers, notes and comment data, where our view has them as HTML. In code, math, front matter, an attribute or a script they
 * are examples and not found. The text has no byte order mark. Only blocks that could hold a marker are read inside, so
 * that the cost is that of dividing the text into blocks. Throws a `StepLimitError` for a text that takes too many steps.
 */
export function findMarkers(text: string): FoundMarkers {
  const found: FoundMarkers = { markers: [], notes: [], data: [] };
  const openings = openingsIn(text);
  if (openings.length === 0 || openings.length > mostMarkers) return found;
  const env: Env = {};
  // First: a text with too many lines is refused here.
  const leaves = leavesOf(readBlocks(markerParser(), env, text).flat());
  const starts = lineStarts(text);
  const offsetOf = (line: number) => starts[line] ?? text.length;
  beginBlock(env, mostSteps);
  let next = 0;
  for (const { tokens, lines } of leaves) {
    const [from, to] = [offsetOf(lines[0]), offsetOf(lines[1])];
    while ((openings[next] ?? text.length) < from) next += 1;
    const first = next;
    while ((openings[next] ?? text.length) < to) next += 1;
    if (first === next) continue;
    const inside = openings.slice(first, next);
    if (tokens[0]?.type === 'html_block') collect(text.slice(from, to), from, found);
    else for (const at of htmlOpenings(tokens, inside, env)) addComment(text, at, found);
  }
  return found;
}

/** A text with more of them is shown as it is: no person reviews so much, and each has to be found by a parser. */
export const mostMarkers = 10_000;

/** For all texts that hold markers. Markers beyond it stay in the text. */
const mostSteps = 600_000;

/** Blocks without blocks in them: an HTML block, a text, or the texts of a table row. */
interface Leaf {
  tokens: Token[];
  lines: [number, number];
}

function leavesOf(tokens: readonly Token[]): Leaf[] {
  const leaves: Leaf[] = [];
  let row: Leaf | null = null;
  for (const token of tokens) {
    if (token.type === 'tr_open' && token.map !== null) leaves.push((row = { tokens: [], lines: token.map }));
    else if (token.type === 'tr_close') row = null;
    else if (token.type === 'inline' && row !== null) row.tokens.push(token);
    else if ((token.type === 'inline' || token.type === 'html_block') && token.map !== null)
      leaves.push({ tokens: [token], lines: token.map });
  }
  return leaves;
}

/**
 * Which of these openings in the source of a leaf are comments in its text. The parser removes indentation and the signs
 * of quotes, never an opening, so that the openings of both are in the same order. Cells that are too many for their
 * table come last and are missing in the text.
 */
function htmlOpenings(texts: readonly Token[], openings: readonly number[], env: Env): number[] {
  let before = 0;
  return texts.flatMap(({ content }) => {
    const inText = openingsIn(content);
    if (inText.length === 0) return [];
    const own = openings.slice(before, (before += inText.length));
    const comments = commentOffsets(content, env);
    return own.filter((_, index) => comments.has(inText[index] ?? -1));
  });
}

const offsetKey = 'commentAt';

/** Where comments that could be ours begin in a text; none in a text that takes too many steps to read. */
function commentOffsets(content: string, env: Env): Set<unknown> {
  const tokens: Token[] = [];
  beginText(env);
  try {
    markerParser().inline.parse(content, markerParser(), env, tokens);
  } catch (error) {
    if (!(error instanceof StepLimitError)) throw error;
    return new Set();
  }
  return new Set(tokens.map(({ meta }) => meta?.[offsetKey]));
}

let made: ReturnType<typeof createParser> | undefined;

/** The parser of our view, whose tokens of our own comments know where these begin. */
function markerParser(): ReturnType<typeof createParser> {
  if (made !== undefined) return made;
  made = createParser();
  // Kept for each text: without it, each of many openings that are not closed would be followed to the end.
  const lastClosings = new WeakMap<object, number>();
  made.inline.ruler.before('html_inline', 'own_comment', (state, silent) => {
    if (!state.src.startsWith('<!--', state.pos)) return false;
    const last = lastClosings.get(state) ?? state.src.lastIndexOf('-->');
    lastClosings.set(state, last);
    const end = last < state.pos ? null : endOfOwnComment(state.src, state.pos);
    if (end === null || end > state.posMax) return false;
    if (!silent) state.push('html_inline', '', 0).meta = { [offsetKey]: state.pos };
    state.pos = end;
    return true;
  });
  return made;
}

// Tags match too, so that a comment in an attribute is skipped, and so do elements whose content HTML does not parse. A
// comment that is not closed runs to the end, so that nothing is scanned twice.
const htmlParts =
  /<!--[^]*?(?:-->|$)|<(script|style|textarea)\b[^]*?(?:<\/\1|$)|<[a-z/!?](?:"[^"]*"|'[^']*'|[^"'<>])*/gi;

function collect(html: string, offset: number, found: FoundMarkers): void {
  for (const { 0: part, index } of html.matchAll(htmlParts)) {
    const start = offset + index;
    const end = start + part.length;
    const id = markerId(part);
    const note = noteText(part);
    if (id !== null) found.markers.push({ id, start, end });
    else if (note !== null) found.notes.push({ text: note, start, end });
    else if (isCommentData(part)) found.data.push({ start, end });
  }
}

function addComment(text: string, start: number, found: FoundMarkers): void {
  const end = endOfOwnComment(text, start);
  if (end !== null) collect(text.slice(start, end), start, found);
}
