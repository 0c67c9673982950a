/** The words and signs that the panels use. */
import {
  type Annotation,
  asksBack,
  cleanName,
  endsWithQuestion,
  hasEndedSilently,
  isClosed,
  type Outcome,
  outcomeOf,
  type SourceLocation,
  type Status,
} from '@annotate-mcp/core';

import type { IconName } from './icon.tsx';

export const glyphs: Readonly<Record<Sign, IconName>> = {
  draft: 'pencil',
  pending: 'clock',
  acknowledged: 'dots',
  resolved: 'check',
  dismissed: 'minus',
  lost: 'question',
  changed: 'pencil',
  removed: 'minus',
  unseen: 'check',
  missing: 'alert',
  broken: 'close',
};

/** A target that is gone is a problem only while there is something to do about it: it may have been removed on request. */
export function signOf(annotation: Annotation, lost: boolean): Sign {
  return lost && !isClosed(annotation) ? 'lost' : signOfStatus(annotation);
}

/** The words for a sign. */
export function signWord(annotation: Annotation, lost: boolean): string {
  if (signOf(annotation, lost) !== 'lost') return statusWord(annotation);
  return annotation.kind === 'text' ? 'Text gone' : statusWords.lost;
}

/** When it was closed or, as long as it is not, when it was written. */
export function lastStepAt(annotation: Annotation): string {
  const { createdAt, updatedAt } = annotation;
  switch (annotation.status) {
    case 'resolved':
      return annotation.acceptedAt ?? annotation.resolvedAt ?? updatedAt;
    case 'dismissed':
      return annotation.withdrawnAt ?? updatedAt;
    case 'draft':
    case 'pending':
    case 'acknowledged':
      return createdAt;
  }
}

/**
 * One sentence about who has to do something next; empty where the status says enough. `author` is what the author of the
 * annotation is called there, for a reader who is another person and may not act for them.
 */
export function describeProgress(annotation: Annotation, author = 'you'): string {
  const again = author === 'you' ? 'you send it again or reply' : `${author} sends it again or replies`;
  if (annotation.origin === 'repository') return 'No agent sees it until you trust it.';
  switch (annotation.status) {
    case 'draft':
      return 'In your batch. No agent sees it until you send it.';
    case 'pending':
      if (annotation.stoppedAt !== undefined) return `Stopped. It waits until ${again}.`;
      if (annotation.undoneAt !== undefined) return `Undone. It waits until ${again}.`;
      if (annotation.answeredAt !== undefined)
        return `An agent ${endsWithQuestion(annotation) ? 'asked something' : 'answered'}. It waits for ${author}.`;
      if (hasEndedSilently(annotation))
        return `The agent ${hasRunFailed(annotation) ? 'failed' : 'ended and said nothing'}. It waits until ${again}.`;
      return `Waiting for ${waitedFor(annotation)}.`;
    case 'acknowledged':
      return asksBack(annotation)
        ? `${annotation.claim.agentName} waits for ${author === 'you' ? 'your answer' : `the answer of ${author}`}.`
        : `${annotation.claim.agentName} is on it.`;
    case 'resolved':
      return annotation.changedSince === true
        ? 'The file was changed since: what the agent did is not in it any more.'
        : '';
    case 'dismissed':
      return '';
  }
}

function hasRunFailed({ runs = [] }: Annotation): boolean {
  return runs.at(-1)?.outcome === 'failed';
}

function waitedFor({ assignee, handedFrom = [] }: Annotation): string {
  const name = cleanName(assignee?.name ?? '');
  if (name !== null) return name;
  const taken = handedFrom.map((one) => cleanName(one)).filter((one) => one !== null);
  return taken.length === 0 ? 'an agent' : `an agent other than ${taken.join(' or ')}`;
}

export function fileLine({ file, line }: SourceLocation): string {
  return `${file}:${line}`;
}

/** The last part of a path, with its line. */
export function shortPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** What a badge or a chip can show: a status, that the target is gone, that the agent's edit is, or what the page shows of it. */
export type Sign = Status | 'lost' | 'changed' | Exclude<Outcome, 'done'>;

/** The word for a status. Apart from words.ts, because it is part of the first load: changes are read out to screen readers. */
export const statusWords: Readonly<Record<Sign, string>> = {
  draft: 'Draft',
  pending: 'Waiting',
  acknowledged: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
  lost: 'Element gone',
  changed: 'Changed since',
  removed: 'Removed',
  unseen: 'Not seen yet',
  missing: 'Not seen on the page',
  broken: 'Page broken',
};

export function statusWord(annotation: Annotation): string {
  if (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) return 'Accepted';
  if (annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined) return 'Taken back';
  if (asksBack(annotation)) return 'Question';
  if (annotation.status === 'pending') return pendingWord(annotation);
  return statusWords[signOfStatus(annotation)];
}

/** Why the person has to do something about it, where no agent will. */
function pendingWord(annotation: Extract<Annotation, { status: 'pending' }>): string {
  const { stoppedAt, undoneAt, answeredAt, origin } = annotation;
  if (origin === 'repository') return statusWords.pending;
  if (stoppedAt !== undefined) return 'Stopped';
  if (undoneAt !== undefined) return 'Undone';
  if (answeredAt !== undefined) return endsWithQuestion(annotation) ? 'Question' : 'Answered';
  if (!hasEndedSilently(annotation)) return statusWords.pending;
  return hasRunFailed(annotation) ? 'Failed' : 'No answer';
}

function signOfStatus(annotation: Annotation): Exclude<Sign, 'lost'> {
  if (annotation.status !== 'resolved') return annotation.status;
  if (annotation.changedSince === true) return 'changed';
  const outcome = outcomeOf(annotation);
  return outcome === null || outcome === 'done' ? 'resolved' : outcome;
}
