/** What a person or an agent does to one comment, as moves of core. */
import {
  accept,
  acknowledge,
  type Actor,
  AnnotateError,
  type Annotation,
  approve,
  create,
  deleteOrWithdraw,
  dismiss,
  editText,
  type Note,
  release,
  relinkMarkdown,
  reopen,
  reply,
  resolve,
  submit,
} from '@annotate-mcp/core';

import type { CommentChange, CommentInput, CommentStore, MarkdownComment } from '../document/index.ts';
import { isComment, person } from '../stores/comments.ts';

import type { Agent, AgentMove } from './document.ts';
import { type Placed, placedAt } from './placing.ts';

/** Everything but `move`, which changes where a comment is kept and not what it says. */
export type Saying = Exclude<CommentChange, { type: 'move' }>;

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
  return isComment(comment) ? comment : unreachable();
}

/** The same object when it says so already: what was sent twice changes nothing. */
export function saidAgain(
  comment: Annotation,
  { text, anchor }: CommentInput,
  placed: Placed,
  at: Date,
): Annotation {
  if (!isComment(comment)) return comment;
  const isElsewhere = comment.status === 'draft' && anchor.quote !== comment.anchor.quote;
  const moved = isElsewhere ? relinked(comment, placed, at) : comment;
  return text === comment.annotationText ? moved : editText(moved, authorOf(comment), at, text);
}

/** The person at this machine acts for whoever wrote it. `null` removes it; `noteId` names what is said along. */
export function changed(
  comment: Annotation,
  change: Saying,
  { at, noteId, placed }: { at: Date; noteId: string; placed: Placed | null },
): Annotation | null {
  const by = authorOf(comment);
  switch (change.type) {
    case 'edit':
      return editText(comment, by, at, change.text);
    case 'reply':
      return reply(comment, by, at, { id: change.replyId, message: change.text });
    case 'submit':
      return submit(comment, by, at, change.mode);
    case 'resolve':
      return resolve(freed(comment, by, at), by, at);
    case 'reopen':
      return reopen(comment, by, at);
    case 'accept':
      return accept(comment, by, at);
    case 'delete':
      return deleteOrWithdraw(comment, by, at);
    case 'approve':
      return approve(comment, by, at);
    case 'decline':
      return dismiss(freed(comment, by, at), by, at, { id: noteId, message: 'declined' });
    case 'relink':
      return placed === null ? comment : relinked(comment, placed, at);
  }
}

export function movedByAgent(
  comment: Annotation,
  move: AgentMove,
  by: Agent,
  at: Date,
  note: Note | undefined,
): Annotation {
  switch (move) {
    case 'reply':
      return reply(comment, by, at, required(note, move));
    case 'resolve':
      return resolve(comment, by, at, note);
    case 'acknowledge':
      return acknowledge(comment, by, at, note);
    case 'dismiss':
      return dismiss(comment, by, at, required(note, move));
  }
}

function authorOf({ authorId }: Annotation): Actor {
  return { type: 'person', authorId };
}

/** A person's word counts also while an agent has it in hand. */
function freed(comment: Annotation, by: Actor, at: Date): Annotation {
  return comment.status === 'acknowledged' ? release(comment, by, at) : comment;
}

function relinked(comment: Annotation, placed: Placed, at: Date): Annotation {
  const after = relinkMarkdown(comment, authorOf(comment), at, placed.anchor);
  return isComment(after) ? placedAt(after, placed) : after;
}

function required(note: Note | undefined, move: AgentMove): Note {
  if (note !== undefined) return note;
  throw new AnnotateError('annotation/invalid', `"${move}" needs a text.`, {
    hint: 'Say it in a few words.',
  });
}

function unreachable(): never {
  throw new Error('A Markdown comment was made and is none.');
}
