/** The table of all moves of an annotation: which actor may make a move, from which status, and what follows. */
import { closedStatuses, openStatuses, sentStatuses, type Status, statuses } from './status.ts';

export type Actor =
  | {
      type: 'person';
      authorId: string;
      authorName?: string;
      /** Makes the moves of an author on annotations of others too. */
      forAuthor?: true;
    }
  | { type: 'agent'; agentId: string; agentName: string }
  /** A process that finds that a holder is gone or that a file has changed. */
  | { type: 'system' };

/** What an actor is to one annotation. */
export type Role =
  | 'person'
  | 'author'
  | 'agent'
  | 'holder'
  /** Every person and every agent, as long as no agent holds the annotation. */
  | 'anyone-while-unclaimed'
  | 'system';

export interface Rule {
  by: readonly Role[];
  from: readonly Status[];
  to: Status | 'unchanged' | 'removed';
}

export const lifecycle = {
  submit: { by: ['author'], from: ['draft'], to: 'pending' },
  acknowledge: { by: ['agent'], from: ['pending'], to: 'acknowledged' },
  release: { by: ['holder', 'author', 'system'], from: ['acknowledged'], to: 'pending' },
  /** The agent is to end its work; the annotation waits until its author writes, changes it or sends it again. */
  stop: { by: ['author'], from: ['acknowledged'], to: 'pending' },
  /** The author gives it to another agent than the one that has it or had it. */
  handOver: { by: ['author'], from: sentStatuses, to: 'pending' },
  /** The author sends again what waits for them. */
  resend: { by: ['author'], from: ['pending'], to: 'unchanged' },
  resolve: { by: ['holder', 'anyone-while-unclaimed'], from: openStatuses, to: 'resolved' },
  dismiss: { by: ['holder', 'anyone-while-unclaimed'], from: openStatuses, to: 'dismissed' },
  accept: { by: ['author'], from: ['resolved'], to: 'unchanged' },
  /** Says whether what the agent did is still in the files. */
  recheck: { by: ['system'], from: ['resolved'], to: 'unchanged' },
  /** The agent's changes were undone in the files; the annotation waits as after `stop`. */
  undo: { by: ['author'], from: ['resolved'], to: 'pending' },
  /** The person applied the result of a worktree: from now on it is in their files. */
  applied: { by: ['system'], from: ['resolved'], to: 'unchanged' },
  /** The person threw the result of a worktree away; the annotation waits as after `stop`. */
  discard: { by: ['system'], from: ['resolved'], to: 'pending' },
  reopen: { by: ['author'], from: closedStatuses, to: 'pending' },
  withdraw: { by: ['author'], from: openStatuses, to: 'dismissed' },
  delete: { by: ['author'], from: ['draft', 'resolved', 'dismissed'], to: 'removed' },
  /** Says which person or agent is to do it. */
  assign: { by: ['person'], from: ['draft', 'pending', 'acknowledged'], to: 'unchanged' },
  edit: { by: ['author'], from: ['draft', 'pending'], to: 'unchanged' },
  retarget: {
    by: ['holder', 'anyone-while-unclaimed'],
    from: ['pending', 'acknowledged', 'resolved'],
    to: 'unchanged',
  },
  relink: { by: ['author'], from: statuses, to: 'unchanged' },
  relinkMarkdown: { by: ['author'], from: statuses, to: 'unchanged' },
  reanchor: { by: ['system'], from: statuses, to: 'unchanged' },
  /** Keeps a reply that was written in another service, or its new text. */
  receive: {
    by: ['system'],
    from: sentStatuses,
    to: 'unchanged',
  },
  /** What came with the repository, or from another service, counts as this person's own from now on: agents get it. */
  adopt: { by: ['person'], from: statuses, to: 'unchanged' },
  approve: { by: ['author'], from: openStatuses, to: 'unchanged' },
  /** Keeps what an agent did with the annotation. */
  recordRun: { by: ['system'], from: statuses, to: 'unchanged' },
  /** Keeps what the page showed before the edit; of one in a worktree, until that is applied. */
  recordBefore: { by: ['system'], from: [...openStatuses, 'resolved'], to: 'unchanged' },
  /** Keeps what the page showed after it was resolved. */
  recordAfter: { by: ['system'], from: ['resolved'], to: 'unchanged' },
  /** Names the test that keeps what was changed. */
  recordCheck: { by: ['system'], from: statuses, to: 'unchanged' },
  reply: {
    by: ['person', 'agent'],
    from: sentStatuses,
    to: 'unchanged',
  },
} as const satisfies Record<string, Rule>;

export type MoveName = keyof typeof lifecycle;
