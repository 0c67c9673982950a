/** The lines of a text as CommonMark has them: ended by LF, CRLF or a lone CR. */
import { lastAtMost, type TextRange } from '@annotate-mcp/core';

export interface Lines {
  readonly count: number;
  /** 0-based; without its line ending. */
  rangeOf(line: number): TextRange;
  /** The 0-based line that `offset` is on; a line ending belongs to the line that it ends. */
  at(offset: number): number;
}

export function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  const ending = /\r\n?|\n/g;
  for (let match = ending.exec(text); match !== null; match = ending.exec(text)) {
    ends.push(match.index);
    starts.push(ending.lastIndex);
  }
  ends.push(text.length);
  return {
    count: starts.length,
    rangeOf: (line) => {
      const at = Math.min(Math.max(line, 0), starts.length - 1);
      return { start: starts[at] ?? 0, end: ends[at] ?? text.length };
    },
    at: (offset) => lastAtMost(starts, offset),
  };
}

/** The last line ending of the text, or LF: what is appended there must not make a CRLF out of a lone CR. */
export function lineEndingOf(text: string): string {
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  if (last === -1) return '\n';
  return text[last] === '\n' && text[last - 1] === '\r' ? '\r\n' : (text[last] ?? '\n');
}

/** Where each line starts. */
export function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: ending }) => index + ending.length)];
}

/** 1-based. */
export function lineAt(starts: readonly number[], offset: number): number {
  return lastAtMost(starts, offset) + 1;
}

export function isLineStart(text: string, offset: number): boolean {
  const before = text[offset - 1];
  return offset === 0 || before === '\n' || (before === '\r' && text[offset] !== '\n');
}

/** Of the line that `offset` is on. */
export function startOfLine(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1;
  return start;
}

/** Before its line ending. */
export function endOfLine(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** Past the line ending at `offset`, if there is one. */
export function afterLineEnding(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2;
  return text[offset] === '\n' || text[offset] === '\r' ? offset + 1 : offset;
}

/** Back over at most `count` line endings. */
export function beforeLineEndings(text: string, offset: number, count: number): number {
  let at = offset;
  for (let left = count; left > 0; left -= 1) {
    if (text[at - 1] !== '\n' && text[at - 1] !== '\r') break;
    at -= text[at - 1] === '\n' && text[at - 2] === '\r' ? 2 : 1;
  }
  return at;
}

/** How many line endings `text` ends with, counted up to two: one ends its last line, two leave a blank one. */
export function closingLineEndings(text: string): number {
  if (text === '') return 2;
  const one = beforeLineEndings(text, text.length, 1);
  if (one === text.length) return 0;
  return one === 0 || beforeLineEndings(text, one, 1) < one ? 2 : 1;
}
