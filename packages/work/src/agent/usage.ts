/** What an agent says about what its work took. Pure functions. */
import { z } from 'zod';

import type { AgentRun, WorkUsage } from '@annotate-mcp/core';

/** What the session has cost so far; `undefined` for what is not a sum of money. */
export function costIn(cost: { amount: number; currency: string } | null | undefined): AgentRun['cost'] {
  if (cost === null || cost === undefined) return undefined;
  const { amount, currency } = cost;
  const isMoney = Number.isFinite(amount) && amount >= 0 && /^[A-Z]{3}$/.test(currency);
  return isMoney ? { amount, currency } : undefined;
}

/** How full the context of the session is. */
export function contextIn({ used, size }: { used: number; size: number }): WorkUsage['context'] {
  return used >= 0 && size > 0 ? { used, size } : undefined;
}

/** Agents report what the whole session has cost. */
export function costSince(before: AgentRun['cost'], now: AgentRun['cost']): AgentRun['cost'] {
  // A session that was continued begins with nothing, or with what it has cost before.
  if (now === undefined || before?.currency !== now.currency || now.amount < before.amount) return now;
  return { amount: now.amount - before.amount, currency: now.currency };
}

/** A field that the protocol is about to have, and one of Gemini's own. */
const usage = z.looseObject({ usage: z.looseObject({ totalTokens: z.number().nonnegative() }) });
const quota = z.looseObject({
  _meta: z.looseObject({
    quota: z.looseObject({
      token_count: z.looseObject({
        input_tokens: z.number().nonnegative(),
        output_tokens: z.number().nonnegative(),
      }),
    }),
  }),
});

/** How many tokens a turn took; `undefined` when the agent says nothing about it. */
export function tokensOf(response: unknown): number | undefined {
  const reported = usage.safeParse(response);
  if (reported.success) return reported.data.usage.totalTokens;
  const counted = quota.safeParse(response);
  if (!counted.success) return undefined;
  const { input_tokens, output_tokens } = counted.data._meta.quota.token_count;
  return input_tokens + output_tokens;
}
