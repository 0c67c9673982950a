import { submit } from '@annotate-mcp/core';

import type { CommentStores } from '../stores/comment-stores.ts';
import { inDocumentOrder, isOwnDraft, personAuthorId } from '../stores/comments.ts';
import type { ReviewMode } from '../view-messages.ts';

import type { Submitted } from './markdown-document.ts';

/** Submits all drafts of the person in one transaction. `named` are ids of comments that belong to the result as well. */
export async function submitDrafts(
  stores: CommentStores,
  named: readonly string[],
  mode: ReviewMode,
  at: Date,
): Promise<Omit<Submitted, 'hasNewVerdict'>> {
  const { sidecar } = stores;
  const ids = [...sidecar.comments.values()].filter(isOwnDraft).map(({ id }) => id);
  const by = { type: 'person', authorId: personAuthorId } as const;
  if (ids.length > 0)
    await sidecar.updateAll((each) => (isOwnDraft(each) ? submit(each, by, at, mode) : each));
  const wanted = new Set([...ids, ...named]);
  const comments = [...stores.all().values()].filter(({ id }) => wanted.has(id));
  return { comments: inDocumentOrder(comments), ids };
}
