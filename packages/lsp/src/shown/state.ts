/** What an annotation waits for, for people. */
import { type Annotation, waitsForPerson } from '@annotate-mcp/core';

import type { ThreadState } from '../protocol.ts';

import { plainLine } from './plain-text.ts';

export function stateOf(annotation: Annotation): ThreadState {
  switch (annotation.status) {
    case 'acknowledged':
      return 'working';
    case 'resolved':
      return annotation.changedSince === true ? 'waiting' : 'resolved';
    case 'draft':
    case 'pending':
    case 'dismissed':
      return waitsForPerson(annotation) ? 'waiting' : 'open';
  }
}

/** `null` where there is nothing to say: it waits for an agent. */
export function describeState(annotation: Annotation): string | null {
  switch (annotation.status) {
    case 'acknowledged':
      return `${plainLine(annotation.claim.agentName)} is working on it.`;
    case 'resolved':
      return annotation.changedSince === true
        ? 'Resolved, but what was changed is not in the file any more.'
        : 'Resolved. Accept it, or reopen it.';
    case 'pending':
      return describePending(annotation);
    case 'draft':
    case 'dismissed':
      return null;
  }
}

function describePending(annotation: Annotation & { status: 'pending' }): string | null {
  if (annotation.stoppedAt !== undefined) return 'You stopped the agent. It waits for you.';
  if (annotation.undoneAt !== undefined) return 'You undid what the agent changed. It waits for you.';
  if (annotation.answeredAt !== undefined) return 'It waits for your answer.';
  const isToReview = annotation.kind === 'markdown' && annotation.intent === 'review';
  return isToReview ? 'Agents leave it alone until you approve it.' : null;
}

export const notTrusted = 'not trusted';

/** Whose words it is that did not come from this user; `null` for the user's own. */
export function describeOrigin({ origin, authorName }: Annotation): string | null {
  if (origin === undefined) return null;
  const claimed = authorName === undefined ? '' : `, which says that ${plainLine(authorName)} wrote it`;
  return `It came with the repository${claimed}. Agents do not get it until you trust it.`;
}
