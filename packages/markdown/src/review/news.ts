/** What differs between two states of a document's comments, for those who watch it. */
import { isDeepStrictEqual } from 'node:util';

import type { MarkdownComment } from '../document/index.ts';
import type { Comments } from '../stores/comments.ts';

import type { DocumentEvent } from './document.ts';

/** In the order in which they are to be told. */
export function newsBetween(before: Comments, after: Comments): DocumentEvent[] {
  const changed = [...after.values()].filter(
    (comment) => !isDeepStrictEqual(before.get(comment.id), comment),
  );
  const removed = [...before.keys()].filter((id) => !after.has(id));
  if (changed.length + removed.length === 0) return [];
  const tasks = changed.filter((comment) => isTask(before.get(comment.id), comment));
  return [
    { type: 'comments', changed, removed },
    ...submitted(
      tasks.filter(({ store }) => store === 'memory'),
      'now',
    ),
    ...submitted(
      tasks.filter(({ store }) => store !== 'memory'),
      'batch',
    ),
  ];
}

function submitted(comments: readonly MarkdownComment[], lane: 'batch' | 'now'): DocumentEvent[] {
  return comments.length === 0 ? [] : [{ type: 'submitted', ids: comments.map(({ id }) => id), lane }];
}

/** Whether a person has just asked for something. What came with the file was asked of somebody else. */
function isTask(before: MarkdownComment | undefined, after: MarkdownComment): boolean {
  if (after.status !== 'pending' && after.status !== 'acknowledged') return false;
  if (before === undefined) return after.store !== 'inline';
  const wasOpen = before.status === 'pending' || before.status === 'acknowledged';
  return !wasOpen || (before.intent === 'review' && after.intent === 'edit');
}
