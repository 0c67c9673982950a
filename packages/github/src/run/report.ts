/** What one run did, and what is left. */
import type { Incoming } from '../plan/incoming.ts';
import type { Write } from '../plan/write.ts';

export interface SyncReport {
  /** Address of the pull request. */
  pullRequest: string;
  /** Nothing was written on either side. */
  isDryRun: boolean;
  sent: SentCounts;
  received: ReceivedCounts;
  /** Replies that were received in this run, and that agents do not get before the person has adopted them. */
  toAdopt: ReplyToAdopt[];
  /** Ids of annotations whose lines cannot be compared: the commit of the pull request is not in this repository. */
  unplaced: string[];
  /** The commit that is missing here. */
  headCommit: string;
  /** Ids of annotations whose text was edited in the pull request by others; both texts stay as they are. */
  edited: string[];
  /** In a dry run: what would be sent, as it would be sent. */
  bodies: string[];
}

interface ReplyToAdopt {
  /** The annotation's id. */
  id: string;
  by: string | null;
  message: string;
}

interface SentCounts {
  comments: number;
  listed: number;
  replies: number;
  edits: number;
  resolved: number;
  reopened: number;
}

type ReceivedCounts = Record<'replies' | 'edits' | 'resolved' | 'accepted' | 'reopened', number>;

export function emptyReport(pullRequest: string, headCommit: string, isDryRun: boolean): SyncReport {
  return {
    pullRequest,
    isDryRun,
    sent: { comments: 0, listed: 0, replies: 0, edits: 0, resolved: 0, reopened: 0 },
    received: { replies: 0, edits: 0, resolved: 0, accepted: 0, reopened: 0 },
    toAdopt: [],
    unplaced: [],
    headCommit,
    edited: [],
    bodies: [],
  };
}

export function countSent(report: SyncReport, write: Write): void {
  const { sent } = report;
  switch (write.type) {
    case 'review':
      sent.comments += write.comments.length;
      return;
    case 'list':
      sent.listed += write.keys.length;
      if (write.keys.length === 0) sent.edits += 1;
      return;
    case 'reply':
      sent.replies += 1;
      return;
    case 'edit':
      if (write.isTextChanged) sent.edits += 1;
      return;
    case 'state':
      sent[write.isResolved ? 'resolved' : 'reopened'] += 1;
  }
}

export function countReceived(report: SyncReport, { id, by, what, outside }: Incoming): void {
  const names = {
    reply: 'replies',
    edit: 'edits',
    resolved: 'resolved',
    accepted: 'accepted',
    reopened: 'reopened',
  } as const;
  report.received[names[what]] += 1;
  if (outside !== null) report.toAdopt.push({ id, by, message: outside });
}

export function bodiesOf(write: Write): string[] {
  switch (write.type) {
    case 'review':
      return write.comments.map(({ path, line, body }) => `${path}:${line}\n${body}`);
    case 'state':
      return [];
    default:
      return [write.body];
  }
}
