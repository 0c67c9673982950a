/** Brings what the file's copy of a comment says into the sidecar's, which wins where both were changed. */
import { createHash } from 'node:crypto';

import type { Reply } from '@annotate-mcp/core';

import type { MarkdownComment } from '../document/index.ts';

import { type Said, saidOf } from './said.ts';

/**
 * `base` is what both said when they were the same; `null` when nobody knows. Gives the same for the same, whoever
 * asks and how often: two processes may both see the file change. Returns `ours` when there is nothing new.
 */
export function merged(ours: MarkdownComment, theirs: MarkdownComment, base: Said | null): MarkdownComment {
  const [said, heard] = [saidOf(ours), saidOf(theirs)];
  const before = base ?? assumedBase(ours, theirs);
  const isNew = (field: Field) => heard[field] !== before[field] && heard[field] !== said[field];
  const taken = (field: Field) => isNew(field) && said[field] === before[field];
  const lost = fields.filter((field) => isNew(field) && said[field] !== before[field]);
  const news = theirs.replies.filter(({ id }) => !said.replies.includes(id));
  const kept = lost.length === 0 ? [] : keptVersion(theirs, ours.replies);
  if (news.length + kept.length === 0 && !fields.some(taken)) return ours;
  return {
    ...(taken('state') ? withStateOf(ours, theirs) : ours),
    ...(taken('text') && { annotationText: theirs.annotationText }),
    ...(taken('intent') && theirs.intent !== undefined && { intent: theirs.intent }),
    ...(taken('quote') && { anchor: theirs.anchor, anchorState: theirs.anchorState }),
    replies: inOrder([...ours.replies, ...news, ...kept]),
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  };
}

const fields = ['text', 'state', 'intent', 'quote'] as const;
type Field = (typeof fields)[number];

/**
 * The one that was changed last has moved on from the other. Words are different: when they differ and nobody knows
 * which are the newer ones, both are kept.
 */
function assumedBase(ours: MarkdownComment, theirs: MarkdownComment): Said {
  const older = theirs.updatedAt > ours.updatedAt ? ours : theirs;
  return { ...saidOf(older), ...(ours.annotationText !== theirs.annotationText && { text: unknownText }) };
}

// No comment says this: a blank one is refused.
const unknownText = '';

/** The file's version as a reply, once. Its id and its time follow from what it says, so that it is never doubled. */
function keptVersion(theirs: MarkdownComment, replies: readonly Reply[]): Reply[] {
  const { text, state, intent, quote } = saidOf(theirs);
  const hash = createHash('sha1')
    .update(JSON.stringify([theirs.id, text, state, intent, quote]))
    .digest('hex');
  const id = `other-version-${hash}`;
  if (replies.some((reply) => reply.id === id)) return [];
  const status = theirs.status === 'acknowledged' ? 'pending' : theirs.status;
  const message = `In the file this comment was changed as well (${status}, on “${quote}”):\n\n${text}`;
  return [{ id, createdAt: theirs.updatedAt, author: 'user', message }];
}

function withStateOf(ours: MarkdownComment, theirs: MarkdownComment): MarkdownComment {
  const { anchor, anchorState, store, path, annotationText, intent } = ours;
  const place = { anchor, anchorState, store, path, annotationText };
  const { intent: _theirIntent, ...rest } = theirs;
  return { ...rest, ...place, ...(intent !== undefined && { intent }) };
}

function inOrder(replies: Reply[]): Reply[] {
  return replies.sort((a, b) => (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1));
}
