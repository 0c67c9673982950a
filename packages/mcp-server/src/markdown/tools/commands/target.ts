/** What a view has to show: one of a comment, a block, lines, a quote. */
import { z } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';
import type { ViewTarget } from '@annotate-mcp/markdown';
import type { MarkdownDocument } from '@annotate-mcp/markdown/review';

import { submittedComment } from '../submitted-comments.ts';

import { blockId, commentId, line, quote } from './fields.ts';

export const targetFields = () => ({
  commentId: commentId().optional(),
  blockId: blockId().optional(),
  lineStart: line().optional(),
  lineEnd: line().optional(),
  quote: quote().optional(),
});

type TargetInput = z.output<z.ZodObject<ReturnType<typeof targetFields>>>;

/** Throws when the file does not have it, because the view does not report that. */
export function targetOf(input: TargetInput, document: MarkdownDocument): ViewTarget {
  const { commentId: comment, blockId: block, lineStart, quote: words } = input;
  const named = [comment, block, lineStart, words].filter((each) => each !== undefined);
  if (named.length !== 1) throw unclearTargetError();
  if (comment !== undefined) return { commentId: submittedComment(document, comment).id };
  if (block !== undefined) return { blockId: existingBlock(document, block) };
  if (lineStart !== undefined) return linesIn(document, lineStart, input.lineEnd ?? lineStart);
  return { quote: textIn(document, words ?? '') };
}

function existingBlock({ blocks, fileMeta }: MarkdownDocument, id: string): string {
  if (blocks.some((block) => block.id === id)) return id;
  throw targetNotFoundError(`${fileMeta.path} has no block ${JSON.stringify(id)}.`);
}

function linesIn({ fileMeta }: MarkdownDocument, lineStart: number, lineEnd: number): ViewTarget {
  const { path, lines } = fileMeta;
  if (lineStart <= lineEnd && lineStart <= lines) return { lineStart, lineEnd: Math.min(lineEnd, lines) };
  throw targetNotFoundError(`${path} has ${lines} lines, and none from ${lineStart} to ${lineEnd}.`);
}

/** White space is compared loosely: line breaks may be at other positions than in the quote. */
function textIn({ text, fileMeta }: MarkdownDocument, words: string): string {
  if (text.includes(words) || foldSpace(text).includes(foldSpace(words))) return words;
  throw targetNotFoundError(
    `${fileMeta.path} does not have the text ${JSON.stringify(words.slice(0, 100))}.`,
  );
}

function foldSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function targetNotFoundError(what: string): AnnotateError {
  return new AnnotateError('annotation/not-found', what, {
    hint: 'get_pages has the blocks with their ids, lines and text as they are now.',
  });
}

function unclearTargetError(): AnnotateError {
  return new AnnotateError('query/invalid', 'The target is missing, or there are several.', {
    hint: 'Name exactly one: commentId, blockId, lineStart (with lineEnd), or quote.',
  });
}
