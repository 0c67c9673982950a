/** What a person or an agent does to one comment. The rules are core's. */
import {
  acknowledge,
  type Actor,
  AnnotateError,
  type Annotation,
  applyPersonAction,
  create,
  dismiss,
  type Note,
  type PersonAction,
  reply,
  resolve,
} from '@annotate-mcp/core';

import type { CommentChange, CommentInput, CommentStore, MarkdownComment } from '../document/index.ts';
import { isComment, person } from '../stores/comments.ts';

import type { Agent, AgentMove } from './document.ts';
import type { Placed } from './placing.ts';

/** All changes except `move`, which changes where a comment is kept and not what it says. */
export type CommentAction = Exclude<CommentChange, { type: 'move' }>;

export function newComment(
  { id, text }: CommentInput,
  placed: Placed,
  { path, store, status, at }: { path: string; store: CommentStore; status: 'draft' | 'pending'; at: Date },
): MarkdownComment {
  const content = {
    id,
    appId: '.',
    authorId: person,
    annotationText: text,
    kind: 'markdown',
    path,
    store,
  } as const;
  const comment = create({ ...content, ...placed }, status, at);
  // Its content is of this kind; the check tells the compiler.
  if (!isComment(comment)) throw new TypeError(`${id} is not a Markdown comment.`);
  return comment;
}

/** Returns the same object when it has this text already: a comment that is sent twice is changed once. */
export function applyResend(
  comment: Annotation,
  { text, anchor }: CommentInput,
  placed: Placed,
  at: Date,
): Annotation {
  if (!isComment(comment)) return comment;
  const isMoved = comment.status === 'draft' && anchor.quote !== comment.anchor.quote;
  const moved = isMoved ? relinked(comment, placed, at) : comment;
  if (text === comment.annotationText) return moved;
  return applyPersonAction(moved, { type: 'edit', annotationText: text }, authorOf(comment), at);
}

/**
 * The person at this machine acts for the comment's author. `null` removes the comment; `replyId` names the reply that
 * an action may add; `placed` is where a relinked comment stands.
 */
export function applyChange(
  comment: Annotation,
  change: CommentAction,
  { at, replyId, placed }: { at: Date; replyId: string; placed: Placed | null },
): Annotation | null {
  if (change.type === 'relink') return placed === null ? comment : relinked(comment, placed, at);
  return applyPersonAction(comment, actionIn(change, replyId), authorOf(comment), at);
}

/** The same action in core's words; most have the same name and need nothing else. */
function actionIn(change: Exclude<CommentAction, { type: 'relink' }>, replyId: string): PersonAction {
  switch (change.type) {
    case 'edit':
      return { type: 'edit', annotationText: change.text };
    case 'reply':
      return { type: 'reply', replyId: change.replyId, message: change.text };
    case 'submit':
      return { type: 'submit', intent: change.mode };
    case 'decline':
    case 'reopen':
      return { type: change.type, replyId };
    default:
      return change;
  }
}

export function applyAgentMove(
  comment: Annotation,
  move: AgentMove,
  by: Agent,
  at: Date,
  note: Note | undefined,
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
  }
}

function authorOf({ authorId }: Annotation): Actor {
  return { type: 'person', authorId };
}

function relinked(comment: Annotation, { anchor, anchorState }: Placed, at: Date): Annotation {
  return applyPersonAction(comment, { type: 'relinkMarkdown', anchor, anchorState }, authorOf(comment), at);
}

function requireNote(note: Note | undefined, move: AgentMove): Note {
  if (note !== undefined) return note;
  throw new AnnotateError('annotation/invalid', `"${move}" needs a text.`, {
    hint: 'Add a short text.',
  });
}
