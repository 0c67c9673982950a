import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { type Annotation, isForAgent, type Reply, unansweredIn, waitsForPerson } from '@annotate-mcp/core';

import type { Moment } from '../../change-follower.ts';
import type { KnownAnnotation } from '../../known-annotations.ts';
import { defineTool, type ToolContext } from '../../tool.ts';
import { createWorkFilter } from '../assigned.ts';
import { ChangeSignal } from '../change-signal.ts';
import { describeLeftOut } from '../left-out.ts';
import { eachListed, listWhere } from '../list-where.ts';
import { pageOf } from '../pages.ts';
import { fittingBy } from '../view.ts';

import { assignee, sessionId } from './fields.ts';

const defaultMs = 25_000;
/** Clients cancel a call after 60 seconds without a message; progress notifications, if requested, prevent that. */
const maxMs = 600_000;
const progressMs = 10_000;

export const watchAnnotations = defineTool({
  name: 'watch_annotations',
  title: 'Wait for work',
  description:
    'Returns at once if annotations are pending, a person replied or mentioned you, else the moment that happens. What you answered waits for the person. After a timeout call it again: this is how you listen.',
  input: () =>
    z.object({
      sessionId: sessionId().optional(),
      assignee: assignee().optional(),
      timeoutMs: z.int().min(0).max(maxMs).optional().describe('25000 unless given; keep below 60000'),
      batchWindowMs: z.int().min(0).max(10_000).optional().describe('Gather this long after the first'),
    }),
  output: () =>
    z.looseObject({ status: z.enum(['annotations', 'timeout']), annotations: z.array(z.unknown()) }),
  needs: 'work',
  hints: { readOnlyHint: true },
  forHolder: true,
  run: (input, context) => context.agent.whileWaiting((showWaiting) => watch(input, context, showWaiting)),
});

interface WatchInput {
  sessionId?: string | undefined;
  assignee?: string | undefined;
  timeoutMs?: number | undefined;
  batchWindowMs?: number | undefined;
}

async function watch(
  input: WatchInput,
  context: ToolContext,
  showWaiting: () => Promise<void>,
): Promise<Record<string, unknown>> {
  const { signal } = context;
  const arrivedAt = await waitForWork(input, context, showWaiting);
  if (arrivedAt === null) return signal.aborted ? cancelled : timeoutResult(input, context);
  const { batchWindowMs = 0 } = input;
  if (batchWindowMs > 0) await gather(batchWindowMs, signal);
  // No client reads the result of a cancelled call, so no reply may be marked as read.
  if (signal.aborted) return cancelled;
  return workResult(input, context, batchWindowMs > 0 ? performance.now() : arrivedAt);
}

const cancelled = { status: 'timeout', annotations: [] };

/**
 * The moment as of which there is work: the answer need not read again what was read for it. `null` after the timeout,
 * and when the call is cancelled.
 */
async function waitForWork(
  input: WatchInput,
  context: ToolContext,
  showWaiting: () => Promise<void>,
): Promise<Moment | null> {
  const { store, signal } = context;
  const deadline = performance.now() + (input.timeoutMs ?? defaultMs);
  const changes = new ChangeSignal(
    store,
    await store.head(),
    (changed) => changed?.some(({ annotation }) => canBringWork(annotation, input, context)) ?? true,
  );
  try {
    let asOf: Moment = performance.now();
    while (!signal.aborted) {
      if (await hasWork(input, context, asOf)) return asOf;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return null;
      // Pages show that an agent waits when nothing keeps it from answering.
      await showWaiting();
      asOf = (await changes.wait(Math.min(leftMs, progressMs), signal)) ?? performance.now();
      await context.progress('waiting for annotations');
    }
    return null;
  } finally {
    changes.close();
  }
}

/** Waits for more annotations after the first. A cancelled call ends the wait without an error. */
async function gather(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Whether `hasWork` can have another answer because of this. Every waiting agent is told of every change. */
function canBringWork(
  annotation: Annotation,
  { sessionId: session }: WatchInput,
  { agent }: ToolContext,
): boolean {
  if (annotation.status === 'pending') return session === undefined || annotation.sessionId === session;
  const isHeld = annotation.status === 'acknowledged' && annotation.claim.agentId === agent.id;
  return isHeld || agent.proofs.awaits(annotation.id) || hasMention(annotation);
}

function hasMention({ mentions = [], replies }: Annotation): boolean {
  return mentions.length > 0 || replies.some((reply) => (reply.mentions ?? []).length > 0);
}

async function hasWork(input: WatchInput, context: ToolContext, asOf: Moment): Promise<boolean> {
  const known = await context.store.knownAnnotations.list(asOf);
  const isWork = createAgentWorkFilter(input, context);
  if (known.some((each) => isPendingIn(each, input) && !each.waitsForPerson && isWork(each))) return true;
  if ((await unreadReplies(context, known)).length > 0) return true;
  // It comes as a notice with the answer.
  return context.agent.proofs.hasFailed(asOf);
}

type WorkFacts = Pick<Annotation, 'id' | 'updatedAt' | 'assignee' | 'handedFrom' | 'mentions'>;

/** What this agent gave back waits for another one. */
function createAgentWorkFilter(
  { assignee: wanted }: WatchInput,
  { agent }: ToolContext,
): (facts: WorkFacts) => boolean {
  const isLeft = createWorkFilter(wanted, agent.actor.agentName);
  return (facts) => !agent.hasMade(facts) && isLeft(facts);
}

function isPendingIn({ status, sessionId: of }: KnownAnnotation, { sessionId: session }: WatchInput) {
  return status === 'pending' && (session === undefined || of === session);
}

async function workResult(
  input: WatchInput,
  context: ToolContext,
  asOf: Moment,
): Promise<Record<string, unknown>> {
  const { store, agent } = context;
  const known = await store.knownAnnotations.list(asOf);
  // Replies that do not fit stay unread, and the next watch returns them.
  const replies = fittingBy(await unreadReplies(context, known), ({ reply }) => reply.message.length);
  agent.markRead(replies.map(({ reply }) => reply));
  const isWork = createAgentWorkFilter(input, context);
  // What an agent has answered waits for the person.
  const isNext = (annotation: Annotation) => !waitsForPerson(annotation) && isWork(annotation);
  const { count, answered } = countPending(known, input, context);
  const { total, ...page } = await pageOf(
    {
      ...store,
      list: (query, paging) => listWhere(store, isNext, query, paging),
      count: async () => count,
      countLeftOut: () => store.countLeftOut(asOf),
    },
    agent,
    pendingIn(input),
    {},
  );
  // A record was changed by hand in the store's file: the next call is not to return at once again.
  if (page.annotations.length === 0 && count > 0) store.knownAnnotations.readAgain();
  return {
    status: 'annotations',
    count: total,
    ...page,
    replies: replies.map(({ annotationId, reply }) => ({ annotationId, ...reply })),
    ...(answered > 0 && { answered }),
  };
}

interface PendingCounts {
  /** Those to work on. */
  count: number;
  /** Those that are not returned because they wait for the person. */
  answered: number;
}

function countPending(
  known: readonly KnownAnnotation[],
  input: WatchInput,
  context: ToolContext,
): PendingCounts {
  const isWork = createAgentWorkFilter(input, context);
  const pending = known.filter((each) => isPendingIn(each, input));
  return {
    count: pending.filter((each) => !each.waitsForPerson && isWork(each)).length,
    answered: pending.filter((each) => each.waitsForPerson).length,
  };
}

function pendingIn({ sessionId: session }: WatchInput) {
  return { status: ['pending'] as const, ...(session !== undefined && { sessionId: session }) };
}

interface UnreadReply {
  readonly annotationId: string;
  readonly reply: Reply;
}

/** Replies to what the agent holds, and those that call it by its name. */
async function unreadReplies(
  { store, agent }: ToolContext,
  known: readonly KnownAnnotation[],
): Promise<UnreadReply[]> {
  const found: UnreadReply[] = [];
  if (known.some(({ holder }) => holder !== null))
    for await (const { annotation } of eachListed(store, { holder: agent.id }))
      found.push(...agent.unread(annotation).map((reply) => ({ annotationId: annotation.id, reply })));
  const { agentName } = agent.actor;
  for (const each of known) {
    // What is pending and its own comes with all its replies.
    if (each.replies === undefined || (each.status === 'pending' && isForAgent(each, agentName))) continue;
    const reply = unansweredIn({ replies: each.replies, holder: each.holder }, agentName);
    if (reply !== null && !agent.hasRead(reply)) found.push({ annotationId: each.id, reply });
  }
  return found;
}

async function timeoutResult(input: WatchInput, context: ToolContext): Promise<Record<string, unknown>> {
  const { store } = context;
  const activeSessions = (await store.sessions.list()).filter(({ active }) => active).length;
  const { answered } = countPending(await store.knownAnnotations.list(), input, context);
  return {
    status: 'timeout',
    annotations: [],
    retryAfterMs: 0,
    storePath: store.url,
    activeSessions,
    ...(answered > 0 && { answered }),
    message: describeTimeout(activeSessions, answered),
    ...(await describeLeftOut(store)),
  };
}

function describeTimeout(activeSessions: number, answered: number): string {
  const waiting = answered === 0 ? '' : ` Answered and waiting for the person: ${answered}.`;
  return activeSessions === 0
    ? `Nothing arrived, and no browser is connected: ask the person to start the dev server and open the app.${waiting} Then call watch_annotations again.`
    : `Nothing arrived yet.${waiting} Call watch_annotations again.`;
}
