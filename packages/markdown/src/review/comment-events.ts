import { isDeepStrictEqual } from 'node:util';

import { isVisibleToAgents } from '@annotate-mcp/core';

import type { Comments } from '../stores/comments.ts';
import { isLeftToPerson, isOpenComment, type MarkdownComment } from '../view-messages.ts';

import type { DocumentEvent } from './markdown-document.ts';

/** The events that lead from one state of a document's comments to another, in the order in which they are sent. */
export function commentEvents(before: Comments, after: Comments): DocumentEvent[] {
  const changed = [...after.values()].filter(
    (comment) => !isDeepStrictEqual(before.get(comment.id), comment),
  );
  const removed = [...before.keys()].filter((id) => !after.has(id));
  if (changed.length + removed.length === 0) return [];
  const requests = changed.filter((comment) => isNewRequest(before.get(comment.id), comment));
  return [
    { type: 'comments', changed, removed },
    ...submittedEvent(
      requests.filter(({ store }) => store === 'memory'),
      'now',
    ),
    ...submittedEvent(
      requests.filter(({ store }) => store !== 'memory'),
      'batch',
    ),
  ];
}

function submittedEvent(comments: readonly MarkdownComment[], lane: 'batch' | 'now'): DocumentEvent[] {
  return comments.length === 0 ? [] : [{ type: 'submitted', ids: comments.map(({ id }) => id), lane }];
}

/** Whether the person has just asked an agent for something. Comments that came with the file were sent elsewhere before. */
function isNewRequest(before: MarkdownComment | undefined, after: MarkdownComment): boolean {
  if (!isOpenComment(after) || !isVisibleToAgents(after) || isLeftToPerson(after)) return false;
  if (before === undefined) return after.store !== 'inline';
  if (!isVisibleToAgents(before)) return true;
  return !isOpenComment(before) || (before.intent === 'review' && after.intent === 'edit');
}
