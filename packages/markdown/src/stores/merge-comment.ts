/** Merges the file's copy of a comment into the sidecar's, which wins where both were changed. */
import { createHash } from 'node:crypto';

import type { Reply } from '@annotate-mcp/core';

import type { MarkdownComment } from '../view-messages.ts';

/**
 * `base` is the content that both had when they were the same; `null` when it is unknown. The same input always has the
 * same result, because two processes may both see the file change. Returns `ours` when there is nothing new.
 */
export function mergeComment(
  ours: MarkdownComment,
  theirs: MarkdownComment,
  base: SharedContent | null,
): MarkdownComment {
  const [own, other] = [sharedContentOf(ours), sharedContentOf(theirs)];
  const before = base ?? assumedBase(ours, theirs);
  const isNew = (field: Field) => other[field] !== before[field] && other[field] !== own[field];
  const isTaken = (field: Field) => isNew(field) && own[field] === before[field];
  const conflicts = fields.filter((field) => isNew(field) && own[field] !== before[field]);
  const newReplies = theirs.replies.filter(({ id }) => !own.replies.includes(id));
  const otherVersion = conflicts.length === 0 ? [] : otherVersionAsReply(theirs, ours.replies);
  if (newReplies.length + otherVersion.length === 0 && !fields.some(isTaken)) return ours;
  return {
    ...(isTaken('state') ? withStateOf(ours, theirs) : ours),
    ...(isTaken('text') && { annotationText: theirs.annotationText }),
    ...(isTaken('intent') && theirs.intent !== undefined && { intent: theirs.intent }),
    ...(isTaken('quote') && { anchor: theirs.anchor, anchorState: theirs.anchorState }),
    replies: sortByTime([...ours.replies, ...newReplies, ...otherVersion]),
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  };
}

const fields = ['text', 'state', 'intent', 'quote'] as const;
type Field = (typeof fields)[number];

/**
 * The older copy counts as the base. The text is an exception: when the texts differ and it is unknown which one is
 * newer, both are kept.
 */
function assumedBase(ours: MarkdownComment, theirs: MarkdownComment): SharedContent {
  const older = theirs.updatedAt > ours.updatedAt ? ours : theirs;
  return {
    ...sharedContentOf(older),
    ...(ours.annotationText !== theirs.annotationText && { text: unknownText }),
  };
}

// No comment has this text: a blank one is refused.
const unknownText = '';

/** The file's version as a reply. Its id and time follow from its content, so that it is added only once. */
function otherVersionAsReply(theirs: MarkdownComment, replies: readonly Reply[]): Reply[] {
  const { text, state, intent, quote } = sharedContentOf(theirs);
  const hash = createHash('sha1')
    .update(JSON.stringify([theirs.id, text, state, intent, quote]))
    .digest('hex');
  const id = `other-version-${hash}`;
  if (replies.some((reply) => reply.id === id)) return [];
  const status = theirs.status === 'acknowledged' ? 'pending' : theirs.status;
  const message = `In the file this comment was changed as well (${status}, on “${quote}”):\n\n${text}`;
  return [{ id, createdAt: theirs.updatedAt, author: 'user', message, ...nameOf(theirs) }];
}

function nameOf({ authorName }: MarkdownComment): Pick<Reply, 'authorName'> {
  return authorName === undefined ? {} : { authorName };
}

function withStateOf(ours: MarkdownComment, theirs: MarkdownComment): MarkdownComment {
  const { anchor, anchorState, store, path, annotationText, intent } = ours;
  const kept = { anchor, anchorState, store, path, annotationText };
  const { intent: _theirIntent, ...rest } = theirs;
  return { ...rest, ...kept, ...(intent !== undefined && { intent }) };
}

function sortByTime(replies: Reply[]): Reply[] {
  return replies.sort((a, b) => (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1));
}

/** What sidecar and file share of a comment when it is exported: neither its placement nor its store. */
export interface SharedContent {
  text: string;
  /** Status and its times as JSON, without the claim. */
  state: string;
  intent: string;
  quote: string;
  /** Ids. */
  replies: string[];
}

export function sharedContentOf(comment: MarkdownComment): SharedContent {
  return {
    text: comment.annotationText,
    state: JSON.stringify(stateOf(comment)),
    intent: comment.intent ?? '',
    quote: comment.anchor.quote,
    replies: comment.replies.map(({ id }) => id),
  };
}

export function isSameContent(a: SharedContent, b: SharedContent): boolean {
  return (
    a.text === b.text &&
    a.state === b.state &&
    a.intent === b.intent &&
    a.quote === b.quote &&
    a.replies.length === b.replies.length &&
    a.replies.every((id) => b.replies.includes(id))
  );
}

function stateOf(comment: MarkdownComment): unknown {
  switch (comment.status) {
    case 'acknowledged':
      return ['pending'];
    case 'resolved':
      return [comment.status, comment.acceptedAt];
    case 'dismissed':
      return [comment.status, comment.withdrawnAt];
    case 'draft':
    case 'pending':
      return [comment.status];
  }
}
