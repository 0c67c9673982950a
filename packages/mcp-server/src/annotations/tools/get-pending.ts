import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { pageOf } from '../pages.ts';

import { cursor, listOutput, sessionId } from './fields.ts';
import { requireSession } from './session.ts';

export const getPending = defineTool({
  name: 'get_pending',
  title: 'List what waits in one tab',
  description: 'Pending annotations of one browser tab, oldest first.',
  input: () => z.object({ sessionId: sessionId(), cursor: cursor().optional() }),
  output: listOutput,
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => {
    await requireSession(store, input.sessionId);
    return pageOf(store, agent, { status: ['pending'], sessionId: input.sessionId }, input);
  },
});
