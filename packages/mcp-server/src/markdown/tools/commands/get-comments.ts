import { z } from 'zod';

import { fittingBy } from '../../../annotations/view.ts';
import { type ClosedComment, isOpenComment, type News } from '../../deliveries.ts';
import type { FileReview } from '../../file-review.ts';
import { briefComment, fileDerived, submittedComments } from '../../submitted.ts';

import { type CommandVisit, defineCommand } from './command.ts';
import { filter, from, timeoutMs } from './fields.ts';

const defaultMs = 25_000;

export const getComments = defineCommand({
  type: 'get_comments',
  input: z.strictObject({
    filter: filter.optional(),
    wait: z.boolean().optional(),
    timeoutMs: timeoutMs.optional(),
    from: from.optional(),
  }),
  run: async (input, visit) => {
    const isNew = input.wait === true || input.filter === 'new';
    return isNew ? newComments(input, visit) : listed(input, visit);
  },
});

interface Asked {
  filter?: 'new' | 'open' | 'all' | undefined;
  wait?: boolean | undefined;
  timeoutMs?: number | undefined;
  from?: string | undefined;
}

async function newComments(input: Asked, { file, context }: CommandVisit): Promise<Record<string, unknown>> {
  const { signal, agent, progress } = context;
  file.isAskedBy(agent.actor.agentName);
  const waits = input.wait === true;
  const timeoutMs = waits ? (input.timeoutMs ?? defaultMs) : 0;
  const listen = { timeoutMs, signal, progress: () => progress('waiting for comments') };
  const taken = await file.listen(listen, (news) => take(news, file, signal));
  const isNothing = taken.comments.length === 0 && taken.closed === undefined;
  return { ...taken, ...(waits && isNothing && { timedOut: true, hint: waitAgain }) };
}

/** What does not fit stays untold, and comes with the next call; so does everything when the caller is gone. */
function take({ comments, closed }: News, file: FileReview, signal: AbortSignal): Taken {
  if (signal.aborted) return { mode: file.mode, comments: [] };
  const shown = fittingBy(comments, (comment) => JSON.stringify(briefComment(comment)).length);
  file.hasTold({ comments: shown, closed });
  const left = comments.length - shown.length;
  return {
    mode: file.mode,
    comments: shown.map(briefComment),
    ...(left > 0 && { more: left }),
    ...closedSince(closed),
    ...(shown.length > 0 && { fileDerived }),
  };
}

interface Taken extends Record<string, unknown> {
  comments: unknown[];
  closed?: readonly ClosedComment[];
}

const waitAgain = 'Nothing was submitted yet. Ask again with wait to keep listening.';

async function listed(input: Asked, { file, context }: CommandVisit): Promise<Record<string, unknown>> {
  file.isAskedBy(context.agent.actor.agentName);
  const { closed } = file.news();
  const all = submittedComments(file.document).filter(
    (comment) => input.filter === 'all' || isOpenComment(comment),
  );
  const begin = input.from === undefined ? 0 : all.findIndex(({ id }) => id === input.from);
  const rest = all.slice(Math.max(begin, 0));
  const shown = fittingBy(rest, (comment) => JSON.stringify(briefComment(comment)).length);
  file.hasTold({ comments: shown, closed });
  const next = rest[shown.length];
  return {
    mode: file.mode,
    comments: shown.map(briefComment),
    total: all.length,
    ...(next !== undefined && { next: next.id }),
    ...closedSince(closed),
    ...(shown.length > 0 && { fileDerived }),
  };
}

function closedSince(closed: readonly ClosedComment[]) {
  return closed.length === 0 ? {} : { closed, closedHint: 'Stop working on these.' };
}
