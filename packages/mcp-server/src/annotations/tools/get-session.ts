import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { pageOf } from '../pages.ts';
import { pageDerived } from '../view.ts';

import { cursor, sessionId } from './fields.ts';
import { requireSession } from './session.ts';

export const getSession = defineTool({
  name: 'get_session',
  title: 'Read one browser tab',
  description: 'A browser tab and the annotations made in it.',
  input: () => z.object({ sessionId: sessionId(), cursor: cursor().optional() }),
  output: () => z.looseObject({ session: z.unknown(), annotations: z.array(z.unknown()) }),
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent }) => ({
    session: await requireSession(store, input.sessionId),
    ...(await pageOf(store, agent, { sessionId: input.sessionId }, input)),
    pageDerived,
  }),
});
