import type { Addressee, Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

/** Gives the drafts of a browser to the person that it is one of: no other browser has them. */
export async function joinDrafts(
  store: Store,
  appId: string,
  browser: string,
  person: string,
): Promise<void> {
  await store.updateAll({ appId, draftsOf: browser, status: ['draft'] }, (draft) =>
    withAuthor(draft, browser, person),
  );
}

/**
 * Makes what a browser wrote the words of the person that it is one of: annotations and replies, and where it is meant or
 * is to do something. Names stay as they were written.
 */
export async function joinSent(store: Store, browser: string, person: string): Promise<void> {
  for (const id of await store.idsContaining(browser))
    await store.update(id, (stored) =>
      stored.origin === 'repository' ? stored : withAuthor(stored, browser, person),
    );
}

/** The same annotation where this author is nowhere in it. `updatedAt` stays, because no one said or did anything. */
function withAuthor(annotation: Annotation, from: string, to: string): Annotation {
  const { assignee, mentions, replies } = annotation;
  const isIn =
    annotation.authorId === from ||
    [assignee, ...(mentions ?? [])].some((one) => isPerson(one, from)) ||
    replies.some((reply) => reply.authorId === from || reply.mentions?.some((one) => isPerson(one, from)));
  if (!isIn) return annotation;
  const rename = (one: Addressee): Addressee => (isPerson(one, from) ? { ...one, id: to } : one);
  return {
    ...annotation,
    authorId: annotation.authorId === from ? to : annotation.authorId,
    ...(assignee !== undefined && { assignee: rename(assignee) }),
    ...(mentions !== undefined && { mentions: mentions.map(rename) }),
    replies: replies.map((reply) => ({
      ...reply,
      ...(reply.authorId === from && { authorId: to }),
      ...(reply.mentions !== undefined && { mentions: reply.mentions.map(rename) }),
    })),
  };
}

function isPerson(one: Addressee | undefined, id: string): one is Addressee & { type: 'person' } {
  return one?.type === 'person' && one.id === id;
}
