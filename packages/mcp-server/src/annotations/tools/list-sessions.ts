import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { pageDerived } from '../view.ts';

export const listSessions = defineTool({
  name: 'list_sessions',
  title: 'List browser tabs',
  description: 'Browser tabs that have the app open, or lately had.',
  input: () => z.object({}),
  output: () => z.looseObject({ sessions: z.array(z.unknown()) }),
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (_input, { store }) => {
    // What people had open says nothing about the tabs.
    const sessions = (await store.sessions.list()).map(({ seen: _, ...session }) => session);
    return { sessions, ...(sessions.length > 0 && { pageDerived }) };
  },
});
