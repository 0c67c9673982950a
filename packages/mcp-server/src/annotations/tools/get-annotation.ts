import { z } from 'zod';

import { defineTool } from '../../tool.ts';
import { readBackground } from '../read-background.ts';
import { linkField, pageDerived, whole } from '../view.ts';

import { id } from './fields.ts';

export const getAnnotation = defineTool({
  name: 'get_annotation',
  title: 'Read one annotation',
  description:
    'Everything about one annotation: text, thread, source location, inputs, DOM snapshot, steps before, what the person tried by hand, what other agents tried.',
  input: () => z.object({ id: id() }),
  output: () => z.looseObject({ annotation: z.unknown() }),
  needs: 'reading',
  hints: { readOnlyHint: true },
  run: async (input, { store, agent, root }) => {
    const annotation = await store.require(input.id);
    agent.markSeen(annotation);
    return {
      annotation: {
        ...whole(annotation, await readBackground(annotation, root)),
        ...linkField(annotation),
      },
      pageDerived,
    };
  },
});
