/** What the server gets of a comment that is being written. */
import { describeSuggestion } from '@annotate-mcp/core';
import type { CommentInput, MarkdownComment } from '@annotate-mcp/markdown';

import type { Writing } from './state.ts';

type Written = Pick<CommentInput, 'text' | 'suggestion' | 'pictures'>;

/** `null` while there is nothing to keep: no words of the author, and no suggestion that changes anything. */
export function writtenContent({
  anchor,
  text,
  replacement,
  pictures = [],
}: Pick<Writing, 'anchor' | 'text' | 'replacement' | 'pictures'>): Written | null {
  const isBlank = text.trim() === '';
  const pictured = pictures.length === 0 ? {} : { pictures: [...pictures] };
  if (replacement === undefined || replacement === sourceOf(anchor.quote))
    return isBlank ? null : { text, ...pictured };
  const suggestion = { replacement };
  return { text: isBlank ? describeSuggestion(suggestion) : text, suggestion, ...pictured };
}

/** What the author wrote, without the words that stand for a suggestion alone. */
export function ownWords({ text, suggestion }: Written): string {
  return suggestion !== undefined && text === describeSuggestion(suggestion) ? '' : text;
}

/** A comment that the server has, as it would be sent. */
export function contentOf({ annotationText: text, suggestion, pictures }: MarkdownComment): Written {
  return {
    text,
    ...(suggestion !== undefined && { suggestion }),
    ...(pictures !== undefined && { pictures }),
  };
}

/** The source as a field shows it: browsers end lines with LF. */
export function sourceOf(quote: string): string {
  return quote.replaceAll(/\r\n?/g, '\n');
}
