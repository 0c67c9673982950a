import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { createWorkFilter, storeWhere } from '../assigned.ts';
import { pageOf } from '../pages.ts';

import { assignee, cursor, limit, listOutput, sessionId } from './fields.ts';

export const getAllPending = defineTool({
  name: 'get_all_pending',
  title: 'List what waits to be done',
  description:
    'Pending annotations of all browser tabs, oldest first, a page at a time; without those assigned to others.',
  input: () =>
    z.object({
      sessionId: sessionId().optional(),
      appId: z.string().optional().describe("The app's folder"),
      assignee: assignee().optional(),
      limit: limit().optional(),
      cursor: cursor().optional(),
    }),
  output: listOutput,
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => {
    const query = {
      status: ['pending'] as const,
      ...(input.sessionId !== undefined && { sessionId: input.sessionId }),
      ...(input.appId !== undefined && { appId: input.appId }),
    };
    const isWork = createWorkFilter(input.assignee, agent.actor.agentName);
    const count = async () =>
      (await store.knownAnnotations.list()).filter(
        (known) =>
          known.status === 'pending' &&
          (input.sessionId === undefined || known.sessionId === input.sessionId) &&
          (input.appId === undefined || known.appId === input.appId) &&
          isWork(known),
      ).length;
    return pageOf({ ...storeWhere(store, isWork), count }, agent, query, input);
  },
});
