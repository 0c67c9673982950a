import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { pageOf } from '../pages.ts';

import { cursor, limit, listOutput, sessionId } from './fields.ts';

export const getAllPending = defineTool({
  name: 'get_all_pending',
  title: 'List what waits to be done',
  description: 'Pending annotations of all browser tabs, oldest first, a page at a time.',
  input: () =>
    z.object({
      sessionId: sessionId().optional(),
      appId: z.string().optional().describe("The app's folder"),
      limit: limit().optional(),
      cursor: cursor().optional(),
    }),
  output: listOutput,
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => {
    const query = {
      status: ['pending'] as const,
      ...(input.sessionId !== undefined && { sessionId: input.sessionId }),
      ...(input.appId !== undefined && { appId: input.appId }),
    };
    return pageOf(store, agent, query, input);
  },
});
