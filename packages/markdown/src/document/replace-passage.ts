/** Puts other words in place of a passage, in the source of a document. Pure. */
import type { MarkdownAnchor, TextRange } from '@annotate-mcp/core';

import { anchorAt } from './anchors.ts';
import type { Block } from './blocks.ts';

export interface ReplacedPassage {
  /** The whole text. */
  text: string;
  /** Where the new words are in it; without length where the passage was deleted. */
  range: TextRange;
}

/** `null` when the quoted words, exactly as they were, are not where the anchor says. */
export function replacePassage(
  text: string,
  { char_start, char_end, quote }: Pick<MarkdownAnchor, 'char_start' | 'char_end' | 'quote'>,
  replacement: string,
): ReplacedPassage | null {
  if (quote === '' || text.slice(char_start, char_end) !== quote) return null;
  const words = withLineEndsOf(text, replacement);
  return {
    text: text.slice(0, char_start) + words + text.slice(char_end),
    range: { start: char_start, end: char_start + words.length },
  };
}

/** Describes where the new words are; a deleted passage is described by the word that follows, or the one before it. */
export function anchorAfterReplacing(
  { text, range }: ReplacedPassage,
  blocks: readonly Block[],
  quote: string,
): MarkdownAnchor | null {
  const words = rangeOfWords(text, range);
  return words === null ? null : { ...anchorAt(text, blocks, words.start, words.end), quote };
}

function rangeOfWords(text: string, { start, end }: TextRange): TextRange | null {
  if (text.slice(start, end).trim() !== '') return { start, end };
  const next = /\S+/.exec(text.slice(end, end + nearby));
  if (next !== null) return { start: end + next.index, end: end + next.index + next[0].length };
  const from = Math.max(0, start - nearby);
  const last = /\S+(?=\s*$)/.exec(text.slice(from, start));
  return last === null ? null : { start: from + last.index, end: from + last.index + last[0].length };
}

// In characters. Words that are further away say nothing about the passage.
const nearby = 200;

/** Fields of browsers and agents end lines with LF, whatever the file does. */
function withLineEndsOf(text: string, words: string): string {
  return text.includes('\r\n') ? words.replaceAll(/\r?\n/g, '\r\n') : words;
}
