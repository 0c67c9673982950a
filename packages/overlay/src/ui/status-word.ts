/** The word for a status. Apart from words.ts, because it is part of the first load: changes are read out to screen readers. */
import type { Annotation, Status } from '@annotate-mcp/core';

/** What a badge or a chip can show: a status, that the target is gone, or that the agent's edit is. */
export type Sign = Status | 'lost' | 'changed';

export const statusWords: Readonly<Record<Sign, string>> = {
  draft: 'Draft',
  pending: 'Waiting',
  acknowledged: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
  lost: 'Element gone',
  changed: 'Changed since',
};

export function statusWord(annotation: Annotation): string {
  if (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) return 'Accepted';
  if (annotation.status === 'resolved' && annotation.changedSince === true) return statusWords.changed;
  if (annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined) return 'Taken back';
  return statusWords[annotation.status];
}
