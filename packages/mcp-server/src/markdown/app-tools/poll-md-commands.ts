import { z } from 'zod';

import { viewTools } from '@annotate-mcp/markdown/view-protocol';

import { longestPollMs } from '../views/view.ts';

import { defineAppTool } from './app-tool.ts';

export const pollMdCommands = defineAppTool({
  name: viewTools.poll,
  title: 'What a view has to show next',
  input: z.object({
    instance: z.string().min(1).max(100),
    after: z.int().nonnegative().nullable(),
    waitMs: z.int().min(0).max(longestPollMs).exactOptional(),
  }),
  readOnly: true,
  run: (input, { view, signal }) => view.poll(input, signal),
});
