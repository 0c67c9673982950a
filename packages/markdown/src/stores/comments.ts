/** Comments of one file, wherever they are kept. */
import type { Annotation } from '@annotate-mcp/core';

import type { MarkdownComment } from '../document/index.ts';

export type Comments = ReadonlyMap<string, MarkdownComment>;

/** The author of whatever is written at this machine. */
export const person = 'person';

export function byId(comments: Iterable<MarkdownComment>): Map<string, MarkdownComment> {
  return new Map(Array.from(comments, (comment) => [comment.id, comment]));
}

export function isComment(annotation: Annotation | null): annotation is MarkdownComment {
  return annotation?.kind === 'markdown';
}

/**
 * One comment for each id. What is in the sidecar and in the file is one comment that was exported, and the sidecar
 * has it as it is; what is in memory was asked right now.
 */
export function together({
  memory,
  sidecar,
  inline,
}: Record<'memory' | 'sidecar' | 'inline', Comments>): Map<string, MarkdownComment> {
  return new Map([...inline, ...sidecar, ...memory]);
}

/** As one reads the document. */
export function inDocumentOrder(comments: Iterable<MarkdownComment>): MarkdownComment[] {
  return [...comments].sort(
    (a, b) =>
      a.anchor.char_start - b.anchor.char_start || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
  );
}

/** Drafts are nobody else's business, and what was taken back is not handed around. */
export function isForSharing(comment: MarkdownComment): boolean {
  return comment.status !== 'draft' && !isWithdrawn(comment);
}

export function isWithdrawn(comment: MarkdownComment): boolean {
  return comment.status === 'dismissed' && comment.withdrawnAt !== undefined;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
