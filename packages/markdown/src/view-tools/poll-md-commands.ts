import { z } from 'zod';

import { defineViewTool, type PollInput } from './view-tool.ts';

/** Below the 60 s after which MCP clients give up a call. */
export const longestPollMs = 25_000;

const input = () =>
  z.object({
    instance: z.string().min(1).max(100),
    after: z.int().nonnegative().nullable(),
    waitMs: z.int().min(0).max(longestPollMs).exactOptional(),
  }) satisfies z.ZodType<PollInput>;

export const pollMdCommands = defineViewTool({
  name: 'poll_md_commands',
  title: 'What a view has to show next',
  input,
  readOnly: true,
  run: (polled, { view, signal }) => view.poll(polled, signal),
});
