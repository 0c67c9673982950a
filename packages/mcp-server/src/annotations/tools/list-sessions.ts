import { z } from 'zod';

import { defineTool } from '../../tool.ts';

export const listSessions = defineTool({
  name: 'list_sessions',
  title: 'List browser tabs',
  description: 'Browser tabs that have the app open or had it open lately.',
  input: () => z.object({}),
  output: () => z.looseObject({ sessions: z.array(z.unknown()) }),
  hints: { readOnlyHint: true },
  run: async (_input, { store }) => ({ sessions: await store.sessions.list() }),
});
