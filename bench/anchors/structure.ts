/** Reads just enough of a Markdown text to edit it as a person would: words, paragraphs, sections. */
import type { TextRange } from '@annotate-mcp/core';

export function wordsIn(text: string, { start, end }: TextRange): TextRange[] {
  return [...text.slice(start, end).matchAll(/[\p{L}\p{N}_'-]+/gu)].map(({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}

/** Blocks between blank lines, each with the blank lines that follow it, so that moving one keeps the layout. */
export function blocksOf(text: string): TextRange[] {
  return [...text.matchAll(/[^\S\n]*\S[^]*?(?:\n[^\S\n]*(?=\n)\n+|$(?![^]))/g)].map(
    ({ 0: block, index }) => ({
      start: index,
      end: index + block.length,
    }),
  );
}

/** From one heading to the next. */
export function sectionsOf(text: string): TextRange[] {
  const starts = [...text.matchAll(/^#{1,6} .*$/gm)].map(({ index }) => index);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

export function isProse(block: string): boolean {
  return !/^\s*(?:[#>|<`~[]|[-*+] |\d+[.)] )|\n\s*(?:[#>|<`~]|[-*+] |\d+[.)] )|^ {4}/.test(block);
}

export function touches(left: TextRange, right: TextRange): boolean {
  return left.start < right.end && right.start < left.end;
}

/** The smallest run of whole blocks around a range. */
export function cover(blocks: readonly TextRange[], range: TextRange): TextRange | null {
  const touched = blocks.filter((block) => touches(block, range));
  const first = touched[0];
  const last = touched.at(-1);
  return first && last ? { start: first.start, end: last.end } : null;
}
