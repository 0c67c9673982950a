import { type Annotation, isVisibleTo } from '@annotate-mcp/core';

/** The page or script that sends something to the hub, over a socket or over HTTP. */
export interface Speaker {
  /** Derived from the speaker's secret, never taken from a message. */
  readonly authorId: string;
  readonly appId: string;
  readonly sessionId?: string;
  /** It runs on the machine of the hub, as its user. */
  readonly local: boolean;
}

/** Drafts of other authors and annotations of other apps do not exist for a page. */
export function isKnownTo(annotation: Annotation, { authorId, appId }: Speaker): boolean {
  return annotation.appId === appId && isVisibleTo(annotation, authorId);
}
