/** Puts other words in place of a passage, those of a comment's newest suggestion or given ones. Pure. */
import { AnnotateError, type MarkdownAnchor, newestSuggestion, type TextRange } from '@annotate-mcp/core';

import type { PlacedAnchor } from '../stores/comments.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { anchorAt } from './anchors.ts';
import { type Block, blocksOf } from './blocks.ts';

export interface SuggestedText {
  text: string;
  /** Where the new words are in it. */
  placed: PlacedAnchor;
}

/** Throws when the quoted words are not in `textNow` where the comment is, exactly as they were. */
export function suggestedText(comment: MarkdownComment, textNow: string): SuggestedText {
  const { anchor, anchorState } = comment;
  const suggestion = newestSuggestion(comment);
  if (suggestion === null) throw noSuggestionError(comment);
  const replaced = anchorState === 'placed' ? replacePassage(textNow, anchor, suggestion.replacement) : null;
  if (replaced === null) throw doesNotFitError(comment, textNow);
  const after = anchorAfterReplacing(replaced, blocksOf(replaced.text), anchor.quote);
  return {
    text: replaced.text,
    placed: after === null ? { anchor, anchorState: 'stale' } : { anchor: after, anchorState: 'placed' },
  };
}

function noSuggestionError({ id }: MarkdownComment): AnnotateError {
  return new AnnotateError('edit/none', `Comment ${id} suggests no text, so there is nothing to apply.`, {
    hint: 'Change the file as the comment says, then resolve it.',
  });
}

function doesNotFitError({ anchor, anchorState }: MarkdownComment, textNow: string): AnnotateError {
  const found = {
    placed: `now reads ${shorten(textNow.slice(anchor.char_start, anchor.char_end))}`,
    ambiguous: 'now occurs several times',
    stale: 'is no longer in the file',
  }[anchorState];
  return new AnnotateError(
    'edit/does-not-fit',
    `The passage ${shorten(anchor.quote)} ${found}, so the suggestion does not fit; the file is unchanged.`,
    { hint: 'Make the change by hand, or suggest it again for the text as it is now.' },
  );
}

function shorten(words: string): string {
  return JSON.stringify(words.length > 120 ? `${words.slice(0, 120)}…` : words);
}

interface ReplacedPassage {
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
function anchorAfterReplacing(
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
