/** Comments of one document, from any of its stores. */
import { type Annotation, isWholeDocument } from '@annotate-mcp/core';

import type { MarkdownComment } from '../view-messages.ts';

export type Comments = ReadonlyMap<string, MarkdownComment>;

/** An anchor with its placement. */
export type PlacedAnchor = Pick<MarkdownComment, 'anchor' | 'anchorState'>;

/** The author id of all comments that are written at this machine. */
export const personAuthorId = 'person';

export function byId(comments: Iterable<MarkdownComment>): Map<string, MarkdownComment> {
  return new Map(Array.from(comments, (comment) => [comment.id, comment]));
}

export function isComment(annotation: Annotation | null): annotation is MarkdownComment {
  return annotation?.kind === 'markdown';
}

/**
 * One comment for each id. A comment that is in the sidecar and in the file was exported, and the sidecar has its
 * current version; a comment in memory is newer than both.
 */
export function combineStores({
  memory,
  sidecar,
  inline,
}: Record<'memory' | 'sidecar' | 'inline', Comments>): Map<string, MarkdownComment> {
  return new Map([...inline, ...sidecar, ...memory]);
}

/** Comments on the whole document first. */
export function inDocumentOrder(comments: Iterable<MarkdownComment>): MarkdownComment[] {
  return [...comments].sort(
    (a, b) =>
      Number(isWholeDocument(b.anchor)) - Number(isWholeDocument(a.anchor)) ||
      a.anchor.char_start - b.anchor.char_start ||
      compare(a.createdAt, b.createdAt) ||
      compare(a.id, b.id),
  );
}

/** A draft that came with the repository is not sent with the person's own. */
export function isOwnDraft({ status, origin }: Annotation): boolean {
  return status === 'draft' && origin === undefined;
}

/** Drafts and withdrawn comments are not written into the file. */
export function isShareable(comment: MarkdownComment): boolean {
  return comment.status !== 'draft' && !isWithdrawn(comment);
}

function isWithdrawn(comment: MarkdownComment): boolean {
  return comment.status === 'dismissed' && comment.withdrawnAt !== undefined;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
