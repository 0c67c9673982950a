/** Creates comments, and applies to them what a person resends and what an agent does. */
import {
  accept,
  acknowledge,
  type Actor,
  AnnotateError,
  type Annotation,
  applyPersonAction,
  attachPictures,
  create,
  dismiss,
  type MoveMessage,
  release,
  reply,
  resolve,
} from '@annotate-mcp/core';

import { isComment, personAuthorId, type PlacedAnchor } from '../stores/comments.ts';
import type { CommentInput, CommentStore, MarkdownComment } from '../view-messages.ts';

import type { Agent, AgentMove } from './markdown-document.ts';

export interface NewCommentOptions {
  path: string;
  store: CommentStore;
  status: 'draft' | 'pending';
  at: Date;
  /** What the person is called; `null` when that is not known. */
  authorName?: string | null;
}

export function createComment(
  { id, text, suggestion, mentions = [], pictures = [] }: CommentInput,
  placed: PlacedAnchor,
  { path, store, status, at, authorName = null }: NewCommentOptions,
): MarkdownComment {
  const content = {
    id,
    appId: '.',
    authorId: personAuthorId,
    ...(authorName !== null && { authorName }),
    annotationText: text,
    kind: 'markdown',
    path,
    store,
    ...(suggestion !== undefined && { suggestion }),
    ...(mentions.length > 0 && { mentions }),
    ...(pictures.length > 0 && { pictures }),
  } as const;
  const comment = create({ ...content, ...placed }, status, at);
  if (!isComment(comment)) throw new Error('An annotation of kind "markdown" was created with another kind.');
  return comment;
}

/** Returns the same object when nothing is different: a comment that is sent twice is not changed. */
export function updateComment(
  comment: Annotation,
  { text, anchor, suggestion, mentions, pictures = [] }: CommentInput,
  placed: PlacedAnchor,
  at: Date,
): Annotation {
  if (!isComment(comment)) return comment;
  const by = authorOf(comment);
  const hasOtherTarget = comment.status === 'draft' && anchor.quote !== comment.anchor.quote;
  const relinked = hasOtherTarget
    ? applyPersonAction(comment, { type: 'relinkMarkdown', ...placed }, by, at)
    : comment;
  // What was sent keeps its suggestion and its pictures: an agent may have them already.
  const suggested =
    comment.status === 'draft'
      ? attachPictures(
          applyPersonAction(relinked, { type: 'suggest', suggestion: suggestion ?? null }, by, at),
          by,
          at,
          pictures,
        )
      : relinked;
  if (text === comment.annotationText) return suggested;
  return applyPersonAction(
    suggested,
    { type: 'edit', annotationText: text, ...(mentions !== undefined && { mentions }) },
    by,
    at,
  );
}

export function applyAgentMove(
  comment: Annotation,
  move: AgentMove,
  by: Agent,
  at: Date,
  note: MoveMessage | undefined,
): Annotation {
  switch (move) {
    case 'reply':
      return reply(comment, by, at, requireNote(note, move));
    case 'resolve':
      return resolve(comment, by, at, note);
    case 'acknowledge':
      return acknowledge(comment, by, at, note);
    case 'dismiss':
      return dismiss(comment, by, at, requireNote(note, move));
    case 'release':
      return release(comment, by, at, note);
  }
}

/** The person has put its suggestion into the file, and with that accepted it. */
export function closeAsApplied(comment: Annotation, at: Date): Annotation {
  const by = authorOf(comment);
  return accept(applyPersonAction(comment, { type: 'resolve' }, by, at), by, at);
}

/** The person at this machine acts as the author of every comment. */
export function authorOf({ authorId }: Annotation, authorName: string | null = null): Actor {
  return { type: 'person', authorId, ...(authorName !== null && { authorName }) };
}

function requireNote(note: MoveMessage | undefined, move: AgentMove): MoveMessage {
  if (note !== undefined) return note;
  throw new AnnotateError('annotation/invalid', `"${move}" needs a text.`, {
    hint: 'Call it again with a message.',
  });
}
