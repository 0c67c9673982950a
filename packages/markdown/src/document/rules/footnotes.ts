/** Footnotes: how they are read, numbered and shown. */
import type { MarkdownIt, RendererRule, StateBlock } from 'markdown-it';

import type { BlockRule, InlineRule } from './rule.ts';

const definition = /^\[\^([^\s[\]]+)\]:/;
const reference = /^\[\^([^\s[\]]+)\]/;

/**
 * `[^1]` and `[^1]: …`. A definition stays where it is written, while markdown-it-footnote moves it to the end: each
 * block of the file is shown by one element, and a selection in that element is in that block.
 */
export function footnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnote', readDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.before('link', 'footnote_ref', readReference);
  parser.renderer.rules.footnote_open = openNote;
  parser.renderer.rules.footnote_close = closeNote;
  parser.renderer.rules.footnote_ref = showReference;
}

const readDefinition: BlockRule = (state, startLine, endLine, silent) => {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const match = definition.exec(state.src.slice(start, state.eMarks[startLine]));
  const label = match?.[1];
  if (match === null || label === undefined) return false;
  if (silent) return true;
  footnotesOf(state.env).define(label);
  const open = state.push('footnote_open', 'ol', 1);
  open.info = label;
  readContent(state, startLine, endLine, start + match[0].length);
  open.map = [startLine, state.line];
  state.push('footnote_close', 'ol', -1).info = label;
  return true;
};

/** The first line continues after the label; the following ones belong to it when they are indented by four. */
function readContent(state: StateBlock, startLine: number, endLine: number, from: number): void {
  const { blkIndent, parentType } = state;
  const begin = state.bMarks[startLine] ?? 0;
  const shift = state.tShift[startLine] ?? 0;
  const column = state.sCount[startLine] ?? 0;
  state.bMarks[startLine] = from;
  state.tShift[startLine] = state.skipSpaces(from) - from;
  state.blkIndent = blkIndent + 4;
  state.sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  state.sCount[startLine] = column;
  state.tShift[startLine] = shift;
  state.bMarks[startLine] = begin;
}

const readReference: InlineRule = (state, silent) => {
  if (!state.src.startsWith('[^', state.pos)) return false;
  const match = reference.exec(state.src.slice(state.pos, state.posMax));
  const label = match?.[1];
  const notes = footnotesOf(state.env);
  if (match === null || label === undefined || !notes.isDefined(label)) return false;
  if (!silent) {
    const token = state.push('footnote_ref', 'sup', 0);
    token.info = String(notes.numberOf(label));
    token.content = `[${token.info}]`;
  }
  state.pos += match[0].length;
  return true;
};

const showReference: RendererRule = (tokens, index) => {
  const { info = '', content = '' } = tokens[index] ?? {};
  return `<sup class="footnote-ref"><a href="#footnote-${info}" id="footnote-ref-${info}">${content}</a></sup>`;
};

const openNote: RendererRule = (tokens, index, _options, env) => {
  const number = footnotesOf(env ?? {}).numberOf(tokens[index]?.info ?? '');
  return `<ol class="footnote" start="${number}"><li id="footnote-${number}">`;
};

/** The style sheet draws the arrow back to the text, so that the arrow is not a part of the text. */
const closeNote: RendererRule = (tokens, index, _options, env) => {
  const number = footnotesOf(env ?? {}).numberOf(tokens[index]?.info ?? '');
  return `<a class="footnote-back" href="#footnote-ref-${number}" aria-label="Back to the text"></a></li></ol>`;
};

/** Which footnotes a document defines and how they are numbered: in the order of their first references. */
interface FootnoteNumbers {
  define(label: string): void;
  isDefined(label: string): boolean;
  areAny(): boolean;
  /** The number of a defined footnote; the first call for a label assigns it. */
  numberOf(label: string): number;
  /** In the order of their numbers. Footnotes without a number yet get the next ones. */
  labels(): string[];
}

const known = new WeakMap<object, FootnoteNumbers>();

/** Kept beside the environment of a parse instead of in it: its fields belong to the parser's rules. */
export function footnotesOf(environment: object): FootnoteNumbers {
  const existing = known.get(environment);
  if (existing !== undefined) return existing;
  const created = createNumbers();
  known.set(environment, created);
  return created;
}

function createNumbers(): FootnoteNumbers {
  const defined = new Map<string, string>();
  const numbers = new Map<string, number>();
  const numberOf = (label: string) => {
    const number = numbers.get(keyOf(label)) ?? numbers.size + 1;
    numbers.set(keyOf(label), number);
    return number;
  };
  return {
    define: (label) => {
      if (!defined.has(keyOf(label))) defined.set(keyOf(label), label);
    },
    isDefined: (label) => defined.has(keyOf(label)),
    areAny: () => defined.size > 0,
    numberOf,
    labels: () =>
      [...defined.values()]
        .map((label) => ({ label, number: numberOf(label) }))
        .sort((left, right) => left.number - right.number)
        .map(({ label }) => label),
  };
}

/** As for link references, upper and lower case are the same. */
export function keyOf(label: string): string {
  return label.toLowerCase().toUpperCase();
}
