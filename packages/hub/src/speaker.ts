import { type Actor, AnnotateError, type Annotation, isVisibleTo } from '@annotate-mcp/core';

/** Who says something to the hub, over a socket or over HTTP. */
export interface Speaker {
  readonly authorId: string;
  readonly appId: string;
  readonly sessionId?: string;
  /** Sits at this machine. */
  readonly local: boolean;
}

/** Whoever uses this machine without a browser of ours, such as a script. */
export const localAuthorId = '00000000-0000-4000-8000-000000000000';

/** That one name everybody knows, so it is nobody's elsewhere. */
export function requireOwnName({ authorId, local }: Pick<Speaker, 'authorId' | 'local'>): void {
  if (local || authorId !== localAuthorId) return;
  throw new AnnotateError('annotation/invalid', `The author ${authorId} sits at the machine of the server.`, {
    hint: 'Use a random UUID of your own.',
  });
}

/** Drafts of others, and what belongs to other apps, do not exist for a page. */
export function isKnownTo(annotation: Annotation, { authorId, appId }: Speaker): boolean {
  return annotation.appId === appId && isVisibleTo(annotation, authorId);
}

/**
 * Whoever sits at this machine is its user, and browsers lose their storage: there a page acts for the author of
 * whatever was sent. Drafts stay with their browser, and visitors are their own author and nobody else's.
 */
export function actorFor(annotation: Annotation, { authorId, local }: Speaker): Actor {
  const acts = local && annotation.status !== 'draft' ? annotation.authorId : authorId;
  return { type: 'person', authorId: acts };
}
