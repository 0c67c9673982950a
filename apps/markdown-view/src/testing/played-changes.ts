import {
  accept,
  type Actor,
  type Annotation,
  approve,
  create,
  deleteOrWithdraw,
  dismiss,
  editText,
  relinkMarkdown,
  reopen,
  reply,
  resolve,
  submit,
} from '@annotate-mcp/core';
import type { CommentChange, CommentInput, MarkdownComment } from '@annotate-mcp/markdown';

/** The comment after a person's change; `null` when it is removed. */
export function changed(comment: MarkdownComment, change: CommentChange, at: Date): Annotation | null {
  const by = authorOf(comment);
  switch (change.type) {
    case 'edit':
      return editText(comment, by, at, change.text);
    case 'reply':
      return reply(comment, by, at, { id: change.replyId, message: change.text });
    case 'submit':
      return submit(comment, by, at, change.mode);
    case 'resolve':
      return resolve(comment, by, at);
    case 'reopen':
      return reopen(comment, by, at);
    case 'accept':
      return accept(comment, by, at);
    case 'delete':
      return deleteOrWithdraw(comment, by, at);
    case 'approve':
      return approve(comment, by, at);
    case 'decline':
      return dismiss(comment, by, at, { id: crypto.randomUUID(), message: 'declined' });
    case 'relink':
      return relinkMarkdown(comment, by, at, change.anchor);
    case 'move':
      return { ...comment, store: change.to, updatedAt: at.toISOString() };
  }
}

/** The person at this machine acts for the author of the comment. */
export function authorOf({ authorId }: MarkdownComment): Actor {
  return { type: 'person', authorId };
}

export function newComment(
  at: Date,
  { id, text, anchor }: CommentInput,
  status: 'draft' | 'pending',
): MarkdownComment {
  const content = {
    id,
    appId: '.',
    authorId: 'person',
    annotationText: text,
    kind: 'markdown',
    path: 'docs/plan.md',
    anchor,
    anchorState: 'placed',
    store: 'sidecar',
  } as const;
  // `create` keeps the kind of the content.
  return create(content, status, at) as MarkdownComment;
}
