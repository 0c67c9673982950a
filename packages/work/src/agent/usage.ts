/** How many tokens a turn took, where the agent says so. */
import { z } from 'zod';

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

/** `undefined` when the agent says nothing about it. */
export function tokensOf(response: unknown): number | undefined {
  const reported = usage.safeParse(response);
  if (reported.success) return reported.data.usage.totalTokens;
  const counted = quota.safeParse(response);
  if (!counted.success) return undefined;
  const { input_tokens, output_tokens } = counted.data._meta.quota.token_count;
  return input_tokens + output_tokens;
}
