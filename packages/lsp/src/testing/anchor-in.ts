import { describeAnchor, type MarkdownAnchor } from '@annotate-mcp/core';

/** The anchor of a passage, as a Markdown review makes it. */
export function anchorIn(text: string, quote: string, from = 0): MarkdownAnchor {
  const start = text.indexOf(quote, from);
  const described = describeAnchor(text, start, start + quote.length);
  const line = text.slice(0, start).split('\n').length;
  return {
    line_start: line,
    line_end: line + quote.split('\n').length - 1,
    char_start: start,
    char_end: start + quote.length,
    block_id: 'p-1',
    quote,
    context_before: described.contextBefore,
    context_after: described.contextAfter,
  };
}
