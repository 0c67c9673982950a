/** What agents tried about an annotation: what is kept of it, and the words in which the next one gets it. */
import { isSameName } from './addressee.ts';
import type { Annotation, Attempt, ShownResult } from './annotation.ts';
import { applyName, awaitsApply } from './apply-holder.ts';
import type { Edit } from './edit.ts';
import { describeChange, describeVerdict, outcomeWords } from './proof/describe-proof.ts';
import { outcomeOfVerdict } from './proof/verdicts.ts';
import type { AgentRun } from './work.ts';

/** An annotation that is opened again and again keeps its newest attempts. */
const mostAttempts = 4;
const mostShownChanges = 12;

/** Adds what was tried until now, if an agent has done something since the last attempt. */
export function withAttempt(
  annotation: Annotation,
  at: Date,
  fate: Pick<Attempt, 'takenBack'> = {},
): Annotation {
  const { tried = [] } = annotation;
  // Its question ends without an answer, and nothing was done.
  if (awaitsApply(annotation)) return annotation;
  if (!hasActedSince(annotation, tried.at(-1)?.at ?? '')) return annotation;
  const edited = annotation.status === 'resolved' ? annotation.edited : undefined;
  const agentName = edited?.by === 'person' ? null : lastAgentOf(annotation);
  const shown = shownResultOf(annotation);
  const attempt: Attempt = {
    ...(agentName !== null && { agentName }),
    at: at.toISOString(),
    ...(edited !== undefined && { edited }),
    ...fate,
    ...(shown !== null && { shown }),
  };
  return { ...annotation, tried: [...tried, attempt].slice(-mostAttempts) };
}

function hasActedSince(annotation: Annotation, at: string): boolean {
  if (annotation.status === 'acknowledged' || annotation.status === 'resolved') return true;
  // A run ends a moment after its annotation was taken away.
  const begun = (annotation.runs ?? []).map(({ startedAt }) => startedAt);
  const said = annotation.replies.flatMap(({ author, agentName, createdAt }) =>
    author === 'agent' && agentName !== applyName ? [createdAt] : [],
  );
  return [...begun, ...said].some((time) => time > at);
}

function shownResultOf(annotation: Annotation): ShownResult | null {
  const after = annotation.kind === 'markdown' ? undefined : annotation.proof?.after;
  if (after === undefined) return null;
  const { verdict, changes, outside, failure } = after;
  const shown = { verdict, changes: changes.slice(0, mostShownChanges), outside };
  return failure === undefined ? shown : { ...shown, failure };
}

/** The agent that holds it or that said or did something about it last; `null` where none is known. */
export function lastAgentOf(annotation: Annotation): string | null {
  if (annotation.status === 'acknowledged' && !awaitsApply(annotation)) return annotation.claim.agentName;
  const [first, ...rest] = signsOfAgents(annotation);
  if (first === undefined) return null;
  return rest.reduce((newest, sign) => (sign.at >= newest.at ? sign : newest), first).agentName;
}

interface AgentSign {
  readonly agentName: string;
  readonly at: string;
}

function signsOfAgents({ replies, runs = [], tried = [] }: Annotation): AgentSign[] {
  return [
    ...tried.flatMap(({ agentName, at }) => (agentName === undefined ? [] : [{ agentName, at }])),
    ...runs.map(({ agentName, endedAt }) => ({ agentName, at: endedAt })),
    ...replies.flatMap(({ agentName, createdAt }) =>
      agentName === undefined || agentName === applyName ? [] : [{ agentName, at: createdAt }],
    ),
  ];
}

/** One attempt, in the words in which the next agent gets it. */
export interface DescribedAttempt {
  agent: string;
  /** What became of it. */
  ended: string;
  /** What the page showed, read off the page. */
  page?: string;
  /** The agent's last words about it. */
  said: string[];
  files: string[];
  /** A unified diff, cut where it is long. */
  diff?: string;
}

/** The patch of an attempt: that of its resolution, or what the agent reported of a turn that ended without one. */
export function patchOfAttempt(annotation: Annotation, attempt: Attempt): Pick<Edit, 'patch' | 'seal'> {
  const { patch, seal } = attempt.edited ?? runOf(annotation, attempt) ?? {};
  return { ...(patch !== undefined && { patch }), ...(seal !== undefined && { seal }) };
}

export function describeAttempt(
  annotation: Annotation,
  attempt: Attempt,
  diff: string | null,
): DescribedAttempt {
  const { edited, shown } = attempt;
  const { agentName = isByPerson(attempt) ? 'the person' : 'an agent' } = attempt;
  const files = edited?.files.map(({ file }) => file) ?? runOf(annotation, attempt)?.files ?? [];
  return {
    agent: agentName,
    ended: describeFate(annotation, attempt, files.length),
    ...(shown !== undefined && { page: describeShown(shown) }),
    said: wordsOf(annotation, attempt),
    files: files.slice(0, mostFiles),
    ...(diff !== null && { diff }),
  };
}

const mostFiles = 30;

/** They have applied what they had tried in the page. */
function isByPerson({ edited }: Attempt): boolean {
  return edited?.by === 'person';
}

function describeFate(annotation: Annotation, attempt: Attempt, fileCount: number): string {
  const { edited, takenBack, shown } = attempt;
  if (isByPerson(attempt)) {
    const what = 'The person applied what they had tried in the page';
    return takenBack === true
      ? `${what}, and took it back: the files are as they were before.`
      : `${what}. It is still in the files.`;
  }
  if (takenBack === true) return 'The person took its changes back: the files are as they were before.';
  const stays = fileCount === 0 ? '' : ' What it changed is still in the files.';
  if (edited !== undefined || shown !== undefined)
    return fileCount === 0
      ? 'It said that it was done, without a change of a file.'
      : `It said that it was done.${stays}`;
  const outcome = runOf(annotation, attempt)?.outcome;
  return `${outcome === undefined ? 'It ended without a result.' : fates[outcome]}${stays}`;
}

const fates: Readonly<Record<AgentRun['outcome'], string>> = {
  finished: 'It ended without a result.',
  failed: 'It failed.',
  stopped: 'It was stopped.',
};

function describeShown({ verdict, changes, outside, failure }: ShownResult): string {
  const said = describeVerdict({ verdict, changes, outside });
  const listed = changes.map(describeChange).join('; ');
  const error = failure === undefined ? '' : ` ${JSON.stringify(failure.message)}`;
  return `${said}${error}${listed === '' ? '' : ` ${listed}`}`;
}

/** In one line, for people. */
export function summarizeAttempt(attempt: Attempt): string {
  if (isByPerson(attempt)) return `Applied before: ${describeResult(attempt)}`;
  return `${attempt.agentName ?? 'An agent'} tried it before: ${describeResult(attempt)}`;
}

function describeResult({ takenBack, shown, edited }: Attempt): string {
  if (takenBack === true) return 'taken back';
  if (shown !== undefined) return outcomeWords[outcomeOfVerdict(shown.verdict)];
  const count = (edited?.files.length ?? 0) + (edited?.moreFiles ?? 0);
  if (count === 0) return 'no result';
  return count === 1 ? '1 file changed' : `${count} files changed`;
}

const mostSaid = 3;
const longestSaid = 2_000;

/** What it wrote between the attempt before and the end of this one. */
function wordsOf({ replies, tried = [] }: Annotation, attempt: Attempt): string[] {
  const { agentName, at } = attempt;
  const before = tried[tried.indexOf(attempt) - 1]?.at ?? '';
  return replies
    .filter(
      (reply) =>
        agentName !== undefined &&
        reply.agentName !== undefined &&
        isSameName(reply.agentName, agentName) &&
        reply.createdAt > before &&
        reply.createdAt <= at,
    )
    .slice(-mostSaid)
    .map(({ message }) => (message.length <= longestSaid ? message : `${message.slice(0, longestSaid)}…`));
}

/** Its work may have ended a moment after it was given away, because that stopped it. */
function runOf({ runs = [] }: Annotation, { agentName, at }: Attempt): AgentRun | undefined {
  return runs.findLast(
    (run) => agentName !== undefined && isSameName(run.agentName, agentName) && run.startedAt <= at,
  );
}
