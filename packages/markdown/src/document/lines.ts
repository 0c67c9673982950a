import { lastAtMost } from '@annotate-mcp/core';
import type { TextRange } from '@annotate-mcp/core';

/** The lines of a text as Markdown counts them: LF, CRLF and a lone CR all end one. */
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
