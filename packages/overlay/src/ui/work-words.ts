/** What an agent does, in words. */
import {
  type AgentRun,
  type Annotation,
  editOf,
  endsWithQuestion,
  filesChangedBy,
  type Question,
  type StepKind,
  type Work,
  type WorkBranch,
  type WorkUsage,
} from '@annotate-mcp/core';

import { shortPath } from './words.ts';

export function isAtWork(work: Work | undefined): boolean {
  return work?.state === 'starting' || work?.state === 'working';
}

/** "editing Card.tsx" while it works, then how it ended. */
export function describeWork(work: Work, annotation: Annotation): string {
  switch (work.state) {
    case 'starting':
      return 'starting';
    case 'working':
      return describeStep(work);
    case 'finished':
      return withFiles(endedWord(annotation), filesChangedBy(work.steps).length);
    case 'failed':
      return 'failed';
    case 'stopped':
      return withFiles('stopped', filesChangedBy(work.steps).length);
  }
}

/** What became of the files is said beside it where it is known. */
export function describeRun({ outcome, files }: AgentRun, annotation: Annotation): string {
  const ended = outcome === 'finished' ? endedWord(annotation) : outcome;
  return withFiles(ended, editOf(annotation) === null ? files.length : 0);
}

/** Only a resolution says that it is done: an agent may end with a question, with another answer or without a word. */
function endedWord(annotation: Annotation): string {
  if (annotation.status === 'resolved') return 'done';
  if (annotation.replies.at(-1)?.author !== 'agent') return 'ended';
  return endsWithQuestion(annotation) ? 'asked you' : 'answered';
}

/** "12 s", "3 min", "1 h 5 min". */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function describeBranch({ name, state, files, conflicts = [], leftOut = [] }: WorkBranch): string {
  switch (state) {
    case 'open':
      return `The result is on the branch ${name}: ${countFiles(files.length)}.`;
    case 'applied':
      return leftOut.length === 0
        ? `The branch ${name} was applied: ${countFiles(files.length)}.`
        : `The branch ${name} was applied and kept: a filter of git changes ${leftOut.join(', ')}, so that was left out.`;
    case 'discarded':
      return `The branch ${name} was thrown away.`;
    case 'conflict':
      return `The branch ${name} conflicts with your files, so nothing was changed: ${conflicts.join(', ')}.`;
  }
}

export function describeQuestion(question: Question): string {
  const { agentName = 'An agent', title } = question;
  return isAskedByAgent(question) ? `${agentName} asks: ${title}` : title;
}

/** In the middle of its work, which goes on with the answer. */
export function isAskedByAgent({ kind }: Question): boolean {
  return kind === 'permission' || kind === 'elicitation';
}

/** "12.4K tokens · $0.25 · context 10 % full"; empty where the agent says nothing about it. */
export function describeUsage({ tokens, cost, context }: WorkUsage): string {
  const parts = [
    tokens === undefined ? '' : `${compact.format(tokens)} tokens`,
    cost === undefined ? '' : describeCost(cost),
    context === undefined
      ? ''
      : `context ${Math.min(100, Math.round((100 * context.used) / context.size))} % full`,
  ];
  return parts.filter((text) => text !== '').join(' · ');
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function describeCost({ amount, currency }: NonNullable<WorkUsage['cost']>): string {
  try {
    const digits = amount < 0.1 ? 4 : 2;
    const format = { style: 'currency', currency, maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat('en', format).format(amount);
  } catch {
    // A record that came with the repository may name any currency.
    return '';
  }
}

const doing: Readonly<Record<StepKind, string>> = {
  read: 'reading',
  edit: 'editing',
  delete: 'deleting',
  move: 'moving',
  search: 'searching',
  execute: 'running',
  think: 'thinking',
  fetch: 'fetching',
  other: 'working',
};

function describeStep({ steps }: Work): string {
  const step = steps.findLast(({ status }) => status === 'in_progress') ?? steps.at(-1);
  if (step === undefined) return 'reading the request';
  const [first] = step.files;
  if (first !== undefined) return `${doing[step.kind]} ${shortPath(first.file)}`;
  return step.title || doing[step.kind];
}

function withFiles(word: string, count: number): string {
  return count === 0 ? word : `${word} · ${countFiles(count)}`;
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
