/** What agents write to the stdin of a hook. They send more than is listed here, and other agents send less. */
import type { Readable } from 'node:stream';

import { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';

/** More than the longest plan. What is longer does not come from an agent. */
const mostCharacters = 5_000_000;

const common = {
  session_id: z.string().min(1).max(1_000),
  cwd: z.string().max(10_000).exactOptional(),
};

export const sessionStartInputSchema = z.object(common);

export const stopInputSchema = z.object({
  ...common,
  stop_hook_active: z.boolean().default(false),
  permission_mode: z.string().exactOptional(),
});
export type StopInput = z.infer<typeof stopInputSchema>;

export const planInputSchema = z.object({
  ...common,
  tool_name: z.literal('ExitPlanMode'),
  tool_input: z.looseObject({ plan: z.string().min(1) }),
});
export type PlanInput = z.infer<typeof planInputSchema>;

/** Throws when it is no JSON, or too long. */
export async function readHookInput(stdin: Readable): Promise<unknown> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > mostCharacters) throw new RangeError('The input of the hook is too long.');
  }
  return parseJson(text);
}
