/** What an agent that `annotate-mcp work` started is doing, as the thread of an annotation shows it while it happens. */

export const workStates = ['starting', 'working', 'finished', 'failed', 'stopped'] as const;
export type WorkState = (typeof workStates)[number];

/** The work of one agent on one annotation. It is shown as long as the process that started the agent lives. */
export interface Work {
  /** The annotation's id: an annotation has at most one work at a time. */
  id: string;
  agentName: string;
  state: WorkState;
  startedAt: string;
  endedAt?: string;
  /** What the agent intends to do, in its own order. */
  plan?: PlanEntry[];
  /** What the agent has done, oldest first. */
  steps: WorkStep[];
  /** What the agent said last, as Markdown. */
  message?: string;
  /** Why the work failed, and what the person can do about it. */
  problem?: string;
  /** Where the changes are when the agent works in a worktree of its own. */
  branch?: WorkBranch;
  /** What it has taken so far, as far as the agent says so. */
  usage?: WorkUsage;
}

export interface WorkUsage {
  tokens?: number;
  /** In the currency that the agent names, by its code of three letters. */
  cost?: { amount: number; currency: string };
  /** How many tokens the agent has in mind at the moment, and how many it can have. */
  context?: { used: number; size: number };
}

export interface PlanEntry {
  text: string;
  status: 'pending' | 'in_progress' | 'completed';
}

export const stepKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'other',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** One tool call of the agent. */
export interface WorkStep {
  id: string;
  kind: StepKind;
  title: string;
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** Relative to the project root where they are inside, `/` separators. */
  files: { file: string; line?: number }[];
  /** Left out of what pages get at once; they ask for the diffs of one step. */
  diffs?: FileDiff[];
  /** How many diffs the step has. */
  diffCount?: number;
}

export interface FileDiff {
  file: string;
  /** A unified diff of the file. */
  patch: string;
}

export interface WorkBranch {
  name: string;
  /** `open`: neither applied nor thrown away yet. `conflict`: applying it was tried and nothing was changed. */
  state: 'open' | 'applied' | 'discarded' | 'conflict';
  /** The files that it changes. */
  files: string[];
  /** The files that conflict. */
  conflicts?: string[];
  /** The files that were not applied, because a filter of git changes them; the branch was kept. */
  leftOut?: string[];
}

const changingKinds: ReadonlySet<StepKind> = new Set(['edit', 'delete', 'move']);

/** The files that these steps changed, as the agent reports them: those of its diffs, or else all that a step names. */
export function filesChangedBy(steps: readonly WorkStep[]): string[] {
  const changing = steps.filter(({ kind, status }) => changingKinds.has(kind) && status === 'completed');
  return [...new Set(changing.flatMap(({ files, diffs = files }) => diffs.map(({ file }) => file)))];
}

export const questionKinds = [
  'start',
  'permission',
  'elicitation',
  'settings',
  'branch',
  'undo',
  'apply',
  'check',
] as const;

/**
 * What an agent, or this program, asks the person. The question is shown and answered on a page of its own origin at
 * `url`, because scripts of the annotated page must be able neither to read nor to answer it.
 */
export interface Question {
  id: string;
  /**
   * `start`: whether to start an agent, and which. `permission`: whether an agent may do something. `elicitation`: what an
   * agent wants to know. `settings`: how the agent is set, which waits for no answer as long as it runs. `branch`: what
   * becomes of a result. `undo`: whether an edit is taken back. `apply`: whether what
   * the person tried is written. `check`: whether a test is written.
   */
  kind: (typeof questionKinds)[number];
  /** One line with the question, without details. */
  title: string;
  /** Absent when the question is about no annotation. */
  annotationId?: string;
  agentName?: string;
  askedAt: string;
  /** On the loopback address of this machine. */
  url: string;
}

/** What one agent did about an annotation, kept with it. */
export interface AgentRun {
  agentName: string;
  startedAt: string;
  endedAt: string;
  outcome: 'finished' | 'failed' | 'stopped';
  /** Relative to the project root. */
  files: string[];
  /** As in `Edit`: what the agent reported to have changed, where it ended without a resolution. */
  patch?: string;
  seal?: string;
  /** As the agent reports them. */
  tokens?: number;
  /** In the currency that the agent names. */
  cost?: { amount: number; currency: string };
}
