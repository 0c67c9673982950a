import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { createListFilter, storeWhere } from '../assigned.ts';
import { pageOf } from '../pages.ts';

import { assignee, author, cursor, kind, limit, listOutput, pageUrl, sessionId, status } from './fields.ts';

export const listAnnotations = defineTool({
  name: 'list_annotations',
  title: 'List annotations',
  description: 'Annotations of any status, oldest first, a page at a time; filters combine.',
  input: () =>
    z.object({
      pageUrl: pageUrl().optional(),
      sessionId: sessionId().optional(),
      status: status().optional(),
      kind: kind().optional(),
      author: author().optional(),
      assignee: assignee().optional(),
      limit: limit().optional(),
      cursor: cursor().optional(),
    }),
  output: listOutput,
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => {
    const query = {
      ...(input.status !== undefined && { status: [input.status] }),
      ...(input.kind !== undefined && { kind: input.kind }),
      ...(input.pageUrl !== undefined && { place: input.pageUrl }),
      ...(input.sessionId !== undefined && { sessionId: input.sessionId }),
    };
    return pageOf(storeWhere(store, createListFilter(input, agent.actor.agentName)), agent, query, input);
  },
});
