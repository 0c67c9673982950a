import type { Edit } from './edit.ts';
import type { ProofAfter } from './proof/proof.ts';

/** What an agent tried about an annotation that was opened again or given to another agent. Kept for the next one. */
export interface Attempt {
  /** Absent where no word of the agent and no run says which one it was. */
  agentName?: string;
  /** When it was opened again, taken back or given to another agent. */
  at: string;
  /** What it changed in the files, as far as that was recorded. */
  edited?: Edit;
  /** The person took the change back: it is not in the files any more. */
  takenBack?: true;
  /** What a page showed of it. */
  shown?: ShownResult;
}

export type ShownResult = Pick<ProofAfter, 'verdict' | 'changes' | 'outside' | 'failure'>;
