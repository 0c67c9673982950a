import { AnnotateError, type Annotation, isVisibleTo } from '@annotate-mcp/core';

/** The page or script that sends something to the hub, over a socket or over HTTP. */
export interface Speaker {
  readonly authorId: string;
  readonly appId: string;
  readonly sessionId?: string;
  /** It runs on the machine of the hub. */
  readonly local: boolean;
}

/** The author of what a script on the machine of the hub sends without naming an author. */
export const localAuthorId = '00000000-0000-4000-8000-000000000000';

/** Refuses `localAuthorId` from other machines, because every client knows it. */
export function requireOwnName({ authorId, local }: Pick<Speaker, 'authorId' | 'local'>): void {
  if (local || authorId !== localAuthorId) return;
  throw new AnnotateError(
    'annotation/invalid',
    `The author id ${authorId} is reserved for the machine that runs the server.`,
    { hint: 'Use a random UUID of your own.' },
  );
}

/** Drafts of other authors and annotations of other apps do not exist for a page. */
export function isKnownTo(annotation: Annotation, { authorId, appId }: Speaker): boolean {
  return annotation.appId === appId && isVisibleTo(annotation, authorId);
}
