import type { Edit } from './edit.ts';

/** The status and the fields that belong to it. Moves change it; lifecycle.ts says which moves are allowed. */
export type State =
  | { status: 'draft' }
  | Pending
  | { status: 'acknowledged'; claim: Claim }
  | Resolved
  | { status: 'dismissed'; withdrawnAt?: string };

export interface Pending {
  status: 'pending';
  /** An agent has replied, ended its turn or suggested words, and the person has neither written nor changed anything since. */
  answeredAt?: string;
  /** The person stopped the agent that held it, and has neither written nor changed anything since. */
  stoppedAt?: string;
  /** The person undid what the agent had changed, and has neither written nor changed anything since. */
  undoneAt?: string;
}

export interface Resolved {
  status: 'resolved';
  /** Absent in records of older releases. */
  resolvedAt?: string;
  /** What the agent did to the files that the annotation names, kept until the person accepts it. */
  edits?: SourceEdit[];
  /** An edit is not in its file any more: the file was put back, or changed again. */
  changedSince?: true;
  /** The edit: what changed in all files of the project between claim and resolution. */
  edited?: Edit;
  acceptedAt?: string;
}

/** How to tell whether an edit is still in its file, without a copy of the file. Made by source-edit.ts. */
export interface SourceEdit {
  /** Relative to the project root, `/` separators. */
  file: string;
  /** Whether `lines` came into the file or, when no line did, went out of it. */
  effect: 'added' | 'removed';
  /** Fingerprints of these lines. */
  lines: string[];
}

export interface Claim {
  agentId: string;
  agentName: string;
  at: string;
}
