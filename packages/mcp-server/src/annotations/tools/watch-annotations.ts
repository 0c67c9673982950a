import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { waitsForPerson, type Reply } from '@annotate-mcp/core';

import { defineTool, type ToolContext } from '../../tool.ts';
import { ChangeSignal } from '../change-signal.ts';
import { describeLeftOut } from '../left-out.ts';
import { eachListed, type IsWanted, listWhere } from '../list-where.ts';
import { pageOf } from '../pages.ts';
import { fittingBy } from '../view.ts';

import { sessionId } from './fields.ts';

const defaultMs = 25_000;
/** Clients cancel a call after 60 seconds without a message; progress notifications, if requested, prevent that. */
const maxMs = 600_000;
const progressMs = 10_000;

export const watchAnnotations = defineTool({
  name: 'watch_annotations',
  title: 'Wait for work',
  description:
    'Returns at once if annotations are pending or the person replied, else the moment that happens. What you answered waits for the person. After a timeout call it again: this is how you listen.',
  input: () =>
    z.object({
      sessionId: sessionId().optional(),
      timeoutMs: z.int().min(0).max(maxMs).optional().describe('25000 unless given; keep below 60000'),
      batchWindowMs: z.int().min(0).max(10_000).optional().describe('Gather this long after the first'),
    }),
  output: () =>
    z.looseObject({ status: z.enum(['annotations', 'timeout']), annotations: z.array(z.unknown()) }),
  hints: { readOnlyHint: true },
  forHolder: true,
  run: (input, context) => context.agent.whileWaiting(() => watch(input, context)),
});

interface WatchInput {
  sessionId?: string | undefined;
  timeoutMs?: number | undefined;
  batchWindowMs?: number | undefined;
}

async function watch(input: WatchInput, context: ToolContext): Promise<Record<string, unknown>> {
  const { signal } = context;
  const hasArrived = await waitForWork(input, context);
  if (hasArrived) await gather(input.batchWindowMs ?? 0, signal);
  // No client reads the result of a cancelled call, so no reply may be marked as read.
  if (signal.aborted) return { status: 'timeout', annotations: [] };
  return hasArrived ? workResult(input, context) : timeoutResult(input, context);
}

/** `false` after the timeout, and when the call is cancelled. */
async function waitForWork(input: WatchInput, context: ToolContext): Promise<boolean> {
  const { store, signal } = context;
  const deadline = performance.now() + (input.timeoutMs ?? defaultMs);
  const changes = new ChangeSignal(store, await store.head());
  try {
    while (!signal.aborted) {
      if (await hasWork(input, context)) return true;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return false;
      await changes.wait(Math.min(leftMs, progressMs), signal);
      await context.progress('waiting for annotations');
    }
    return false;
  } finally {
    changes.close();
  }
}

/** Waits for more annotations after the first. A cancelled call ends the wait without an error. */
async function gather(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}

async function hasWork(input: WatchInput, context: ToolContext): Promise<boolean> {
  const { annotations } = await listWhere(context.store, isWorkFor(context), pendingIn(input), { limit: 1 });
  if (annotations.length > 0 || (await unreadReplies(context)).length > 0) return true;
  // It comes as a notice with the answer.
  return context.agent.proofs.hasMissing();
}

/** What an agent has answered waits for the person, and what this agent gave back waits for another one. */
function isWorkFor({ agent }: ToolContext): IsWanted {
  return (annotation) => !waitsForPerson(annotation) && !agent.hasMade(annotation);
}

async function workResult(input: WatchInput, context: ToolContext): Promise<Record<string, unknown>> {
  const { store, agent } = context;
  // Replies that do not fit stay unread, and the next watch returns them.
  const replies = fittingBy(await unreadReplies(context), ({ reply }) => reply.message.length);
  agent.markRead(replies.map(({ reply }) => reply));
  const isWork = isWorkFor(context);
  const { count, answered } = await countPending(input, context);
  const { total, ...page } = await pageOf(
    { ...store, list: (query, paging) => listWhere(store, isWork, query, paging), count: async () => count },
    agent,
    pendingIn(input),
    {},
  );
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

async function countPending(input: WatchInput, context: ToolContext): Promise<PendingCounts> {
  const isWork = isWorkFor(context);
  const counts = { count: 0, answered: 0 };
  for await (const { annotation } of eachListed(context.store, pendingIn(input))) {
    if (isWork(annotation)) counts.count++;
    if (waitsForPerson(annotation)) counts.answered++;
  }
  return counts;
}

function pendingIn({ sessionId: session }: WatchInput) {
  return { status: ['pending'] as const, ...(session !== undefined && { sessionId: session }) };
}

async function unreadReplies({
  store,
  agent,
}: ToolContext): Promise<{ annotationId: string; reply: Reply }[]> {
  const found: { annotationId: string; reply: Reply }[] = [];
  for await (const { annotation } of eachListed(store, { holder: agent.id }))
    found.push(...agent.unread(annotation).map((reply) => ({ annotationId: annotation.id, reply })));
  return found;
}

async function timeoutResult(input: WatchInput, context: ToolContext): Promise<Record<string, unknown>> {
  const { store } = context;
  const activeSessions = (await store.sessions.list()).filter(({ active }) => active).length;
  const { answered } = await countPending(input, context);
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
