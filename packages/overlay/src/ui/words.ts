/** The words that the overlay uses. */
import type { Annotation, SourceLocation, Status } from '@annotate-mcp/core';

import type { IconName } from './icon.tsx';

/** What a badge or a chip can show: a status, or that the target is gone. */
export type Sign = Status | 'lost';

export const glyphs: Readonly<Record<Sign, IconName>> = {
  draft: 'pencil',
  pending: 'clock',
  acknowledged: 'dots',
  resolved: 'check',
  dismissed: 'minus',
  lost: 'question',
};

export const statusWords: Readonly<Record<Sign, string>> = {
  draft: 'Draft',
  pending: 'Waiting',
  acknowledged: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
  lost: 'Element gone',
};

/** The word for a target that was not found. */
export function lostWord({ kind }: Annotation): string {
  return kind === 'text' ? 'Text gone' : statusWords.lost;
}

export function statusWord(annotation: Annotation): string {
  if (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) return 'Accepted';
  if (annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined) return 'Taken back';
  return statusWords[annotation.status];
}

export function isClosed({ status }: Annotation): boolean {
  return status === 'resolved' || status === 'dismissed';
}

/** One sentence about who has to do something next; empty where the status says enough. */
export function describeProgress(annotation: Annotation): string {
  if (annotation.origin === 'repository') return 'No agent sees it until you adopt it.';
  switch (annotation.status) {
    case 'draft':
      return 'In your batch. No agent sees it until you send it.';
    case 'pending':
      return annotation.answeredAt === undefined
        ? 'Waiting for an agent.'
        : 'An agent answered. It waits for you.';
    case 'acknowledged':
      return `${annotation.claim.agentName} is on it.`;
    default:
      return '';
  }
}

export function fileLine({ file, line }: SourceLocation): string {
  return `${file}:${line}`;
}

/** The last part of a path, with its line. */
export function shortPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
