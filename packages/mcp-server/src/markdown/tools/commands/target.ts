/** Where a view is told to look: one of a comment, a block, lines, a quote. */
import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import type { ViewTarget } from '@annotate-mcp/markdown';
import type { ReviewDocument } from '@annotate-mcp/markdown/review';

import { submittedComment } from '../../submitted.ts';

import { blockId, commentId, line, quote } from './fields.ts';

export const targetFields = {
  commentId: commentId.optional(),
  blockId: blockId.optional(),
  lineStart: line.optional(),
  lineEnd: line.optional(),
  quote: quote.optional(),
};

type TargetInput = z.output<z.ZodObject<typeof targetFields>>;

/** Throws for what is not in the file: a view can only look for it in vain. */
export function targetOf(input: TargetInput, document: ReviewDocument): ViewTarget {
  const { commentId: comment, blockId: block, lineStart, quote: words } = input;
  const named = [comment, block, lineStart, words].filter((each) => each !== undefined);
  if (named.length !== 1) throw unclear();
  if (comment !== undefined) return { commentId: submittedComment(document, comment).id };
  if (block !== undefined) return { blockId: existingBlock(document, block) };
  if (lineStart !== undefined) return linesIn(document, lineStart, input.lineEnd ?? lineStart);
  return { quote: textIn(document, words ?? '') };
}

function existingBlock({ blocks, fileMeta }: ReviewDocument, id: string): string {
  if (blocks.some((block) => block.id === id)) return id;
  throw nowhere(`${fileMeta.path} has no block ${JSON.stringify(id)}.`);
}

function linesIn({ fileMeta }: ReviewDocument, lineStart: number, lineEnd: number): ViewTarget {
  const { path, lines } = fileMeta;
  if (lineStart <= lineEnd && lineStart <= lines) return { lineStart, lineEnd: Math.min(lineEnd, lines) };
  throw nowhere(`${path} has ${lines} lines, and none from ${lineStart} to ${lineEnd}.`);
}

/** Line breaks may fall elsewhere than in the quote. */
function textIn({ text, fileMeta }: ReviewDocument, words: string): string {
  if (text.includes(words) || folded(text).includes(folded(words))) return words;
  throw nowhere(`${fileMeta.path} does not have the text ${JSON.stringify(words.slice(0, 100))}.`);
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function nowhere(what: string): AnnotateError {
  return new AnnotateError('annotation/not-found', what, {
    hint: 'get_pages has the blocks with their ids, lines and text as they are now.',
  });
}

function unclear(): AnnotateError {
  return new AnnotateError('query/invalid', 'It is not clear where to look.', {
    hint: 'Name exactly one: commentId, blockId, lineStart (with lineEnd), or quote.',
  });
}
