import type { MarkdownIt, StateBlock } from 'markdown-it';

import type { BlockRule, InlineRule } from './rule.ts';

/**
 * `$…$` in text, `$$…$$` in text or on separate lines. The TeX is the text of the element until it is typeset; plugins of
 * markdown-it typeset at once, and KaTeX is loaded for documents with math only.
 */
export function math(parser: MarkdownIt): void {
  parser.inline.ruler.after('escape', 'math_inline', readMathInline);
  parser.block.ruler.after('fence', 'math_block', readMathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  const { escapeHtml } = parser.utils;
  parser.renderer.rules.math_inline = (tokens, index) => {
    const token = tokens[index];
    const kind = token?.markup === '$$' ? 'display' : 'inline';
    return `<span class="math math-${kind}">${escapeHtml(token?.content ?? '')}</span>`;
  };
  parser.renderer.rules.math_block = (tokens, index) =>
    `<div class="math math-display">${escapeHtml(tokens[index]?.content ?? '')}</div>`;
}

/**
 * Prices are not math: `$` opens before anything but white space and not inside a word, and the next `$` must close
 * it, after anything but white space and before no digit. source-map/math-text.ts reads it the same way.
 */
const readMathInline: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$' || src[pos - 1] === '$') return false;
  const markup = src[pos + 1] === '$' ? '$$' : '$';
  const start = pos + markup.length;
  if (src[start] === '$' || (markup === '$' && (isWord(src[pos - 1]) || isSpace(src[start])))) return false;
  const end = nextDollar(src, start, posMax);
  if (end === null || end === start || !src.startsWith(markup, end)) return false;
  const after = end + markup.length;
  if (src[after] === '$' || (markup === '$' && (isSpace(src[end - 1]) || isDigit(src[after])))) return false;
  if (!silent) {
    const token = state.push('math_inline', 'span', 0);
    token.markup = markup;
    token.content = src.slice(start, end);
  }
  state.pos = after;
  return true;
};

function nextDollar(text: string, from: number, limit: number): number | null {
  for (let at = from; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '$') return at;
  }
  return null;
}

const isSpace = (character = '') => /\s/.test(character);
const isDigit = (character = '') => /\d/.test(character);
const isWord = (character = '') => /[a-z0-9]/i.test(character);

const readMathBlock: BlockRule = (state, startLine, endLine, silent) => {
  const start = lineStart(state, startLine);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || !state.src.startsWith('$$', start))
    return false;
  const opening = state.src.slice(start + 2, state.eMarks[startLine]).trimEnd();
  const oneLine = /^[^$]+(?=\$\$$)/.exec(opening);
  if (oneLine === null && opening.includes('$')) return false;
  if (silent) return true;
  const last = oneLine === null ? closingLine(state, startLine, endLine) : startLine;
  const token = state.push('math_block', 'div', 0);
  token.markup = '$$';
  token.block = true;
  token.content =
    oneLine === null
      ? state.getLines(startLine + 1, Math.min(last, endLine), state.sCount[startLine] ?? 0, true)
      : oneLine[0];
  state.line = Math.min(last + 1, endLine);
  token.map = [startLine, state.line];
  return true;
};

/** The line of the closing `$$`; past the end when there is none, as with an unclosed code fence. */
function closingLine(state: StateBlock, startLine: number, endLine: number): number {
  for (let line = startLine + 1; line < endLine; line += 1) {
    // A line outside the list or quote ends the math inside it.
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return line - 1;
    if (/^\$\$+[ \t]*$/.test(state.src.slice(lineStart(state, line), state.eMarks[line]))) return line;
  }
  return endLine;
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}
