/** The exact passage that a target names, for commands that change it. */
import { AnnotateError, type MarkdownAnchor, type TextRange } from '@annotate-mcp/core';
import { anchorAt, linesOf, type ViewTarget } from '@annotate-mcp/markdown';
import type { MarkdownDocument } from '@annotate-mcp/markdown/review';

export type PassageTarget = Exclude<ViewTarget, { commentId: string }>;

/** Throws when the target is not exactly one passage of the source. */
export function anchorOfTarget(target: PassageTarget, document: MarkdownDocument): MarkdownAnchor {
  const { text, blocks } = document;
  const { start, end } = rangeOf(target, document);
  if (text.slice(start, end).trim() === '') throw noWordsError(document.fileMeta.path);
  return anchorAt(text, blocks, start, end);
}

function rangeOf(target: PassageTarget, document: MarkdownDocument): TextRange {
  const { text, blocks } = document;
  if ('quote' in target) return onlyPlaceOf(target.quote, document);
  if ('blockId' in target) return blocks.find(({ id }) => id === target.blockId) ?? { start: 0, end: 0 };
  const lines = linesOf(text);
  return {
    start: lines.rangeOf(target.lineStart - 1).start,
    end: lines.rangeOf(target.lineEnd - 1).end,
  };
}

function onlyPlaceOf(quote: string, { text, fileMeta }: MarkdownDocument): TextRange {
  const start = text.indexOf(quote);
  if (start === -1)
    throw new AnnotateError('annotation/not-found', `${fileMeta.path} does not have exactly this text.`, {
      hint: 'Quote the source with its markup and line breaks, as get_pages returns it.',
    });
  if (text.includes(quote, start + 1))
    throw new AnnotateError('query/invalid', `${fileMeta.path} has this text in several places.`, {
      hint: 'Quote more of what is around it, or name the lines.',
    });
  return { start, end: start + quote.length };
}

function noWordsError(path: string): AnnotateError {
  return new AnnotateError('query/invalid', `There are no words at this place of ${path}.`, {
    hint: 'To insert something, name the passage beside it and repeat its words in the replacement.',
  });
}
