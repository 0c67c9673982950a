import { z } from 'zod';

import { waitsForPerson } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown/view-protocol';

import type { Agent } from '../../../agent/agent.ts';
import { fittingBy } from '../../../annotations/view.ts';
import type { ClosedComment, Undelivered } from '../../views/delivery-log.ts';
import type { News, ReviewedDocument } from '../../views/reviewed-document.ts';
import { type BriefVerdict, briefVerdict, describeAbsence } from '../review-end.ts';
import { offerTab } from '../review-tab.ts';
import { briefComment, fileDerived, leftOutOf, submittedComments } from '../submitted-comments.ts';

import { type DocumentCommandContext, defineDocumentCommand } from './document-command.ts';
import { filter, from, timeoutMs } from './fields.ts';

const defaultMs = 25_000;

export const getComments = defineDocumentCommand({
  type: 'get_comments',
  input: () =>
    z.strictObject({
      filter: filter().optional(),
      wait: z.boolean().optional(),
      timeoutMs: timeoutMs().optional(),
      from: from().optional(),
    }),
  run: async (input, context) => {
    const isNew = input.wait === true || input.filter === 'new';
    return isNew ? takeNewComments(input, context) : listComments(input, context);
  },
});

interface GetCommentsInput {
  filter?: 'new' | 'open' | 'all' | undefined;
  wait?: boolean | undefined;
  timeoutMs?: number | undefined;
  from?: string | undefined;
}

async function takeNewComments(
  input: GetCommentsInput,
  { view, reviewed, context }: DocumentCommandContext,
): Promise<Record<string, unknown>> {
  const { signal, agent, progress, client } = context;
  reviewed.setAgentName(agent.actor.agentName);
  const waits = input.wait === true;
  const timeoutMs = waits ? (input.timeoutMs ?? defaultMs) : 0;
  const options = {
    signal,
    isStarted: agent.isStarted,
    select: (undelivered: Undelivered) => selectFor(agent, undelivered, reviewed),
    onProgress: () => progress('waiting for comments'),
  };
  const wait = (ms: number) =>
    reviewed.waitForComments({ ...options, timeoutMs: ms }, (undelivered) =>
      take(undelivered, reviewed, signal),
    );
  // The client does not show the view, so no comment can come: the agent is told once, as soon as we know it.
  const { presence } = reviewed;
  const firstMs = client.showsViews ? Math.min(timeoutMs, presence.missingNewsIn ?? timeoutMs) : timeoutMs;
  const first = await wait(firstMs);
  const goesOn = isNothing(first) && firstMs < timeoutMs && presence.missingNewsIn !== 0;
  const taken = goesOn ? await wait(timeoutMs - firstMs) : first;
  const { hasLeft } = presence;
  return {
    ...taken,
    ...(waits && isNothing(taken) && !hasLeft && { timedOut: true, hint: waitAgain }),
    ...describeAbsence(hasLeft),
    ...(await offerTab({ view, reviewed }, context)),
    ...leftOutOf(reviewed.document),
  };
}

function isNothing({ comments, closed, verdict }: TakenComments): boolean {
  return comments.length === 0 && closed === undefined && verdict === undefined;
}

/** What another agent has claimed is left to it, and what this agent closed with another tool is no news for it. */
function selectFor(
  agent: Agent,
  { comments, closed }: Undelivered,
  { document }: ReviewedDocument,
): Undelivered {
  const isOwn = (comment: MarkdownComment | null) => comment !== null && agent.hasMade(comment);
  return {
    comments: comments.filter((comment) => !isHeldByOther(comment, agent)),
    closed: closed.filter(({ id }) => !isOwn(document.comment(id))),
  };
}

function isHeldByOther(comment: MarkdownComment, agent: Agent): boolean {
  return comment.status === 'acknowledged' && comment.claim.agentId !== agent.id;
}

/** Comments that do not fit into one result stay undelivered until the next call; so do all when the caller is gone. */
function take(
  { comments, closed, verdict, reviewerLeft }: News,
  reviewed: ReviewedDocument,
  signal: AbortSignal,
): TakenComments {
  if (signal.aborted) return { mode: reviewed.mode, comments: [] };
  const shown = fittingBy(comments, (comment) => JSON.stringify(briefComment(comment)).length);
  reviewed.markDelivered({ comments: shown, closed, verdict, reviewerLeft });
  const left = comments.length - shown.length;
  return {
    mode: reviewed.mode,
    comments: shown.map(briefComment),
    ...(left > 0 && { more: left }),
    ...closedSince(closed),
    ...briefVerdict(verdict),
    ...(shown.length > 0 && { fileDerived }),
  };
}

interface TakenComments extends Record<string, unknown> {
  comments: unknown[];
  closed?: readonly ClosedComment[];
  verdict?: BriefVerdict;
}

const waitAgain = 'Nothing was submitted yet. Ask again with wait to keep listening.';

async function listComments(
  input: GetCommentsInput,
  { view, reviewed, context }: DocumentCommandContext,
): Promise<Record<string, unknown>> {
  const { agent } = context;
  reviewed.setAgentName(agent.actor.agentName);
  const { closed, reviewerLeft } = reviewed.undelivered();
  const { verdict } = reviewed.document;
  const all = submittedComments(reviewed.document).filter(
    (comment) => input.filter === 'all' || isOpenComment(comment),
  );
  const begin = input.from === undefined ? 0 : all.findIndex(({ id }) => id === input.from);
  const rest = all.slice(Math.max(begin, 0));
  const shown = fittingBy(rest, (comment) => JSON.stringify(briefComment(comment)).length);
  if (!agent.isStarted && shown.some((comment) => isLeftTo(comment, agent))) await reviewed.beginReading();
  reviewed.markDelivered({ comments: shown, closed, verdict, reviewerLeft });
  const next = rest[shown.length];
  return {
    mode: reviewed.mode,
    comments: shown.map(briefComment),
    total: all.length,
    ...(next !== undefined && { next: next.id }),
    ...closedSince(closed),
    ...briefVerdict(verdict),
    ...describeAbsence(reviewed.presence.hasLeft),
    ...(await offerTab({ view, reviewed }, context)),
    ...(shown.length > 0 && { fileDerived }),
    ...leftOutOf(reviewed.document),
  };
}

/** Whether this agent is the one to act. */
function isLeftTo(comment: MarkdownComment, agent: Agent): boolean {
  return isOpenComment(comment) && !waitsForPerson(comment) && !isHeldByOther(comment, agent);
}

function closedSince(closed: readonly ClosedComment[]) {
  return closed.length === 0 ? {} : { closed, closedHint: 'Stop working on these.' };
}
