import { z } from 'zod';

import { defineCommand } from './command.ts';
import { targetFields, targetOf } from './target.ts';

export const scrollTo = defineCommand({
  type: 'scroll_to',
  input: z.strictObject(targetFields),
  run: async (input, { view, file }) => {
    view.push({ type: 'scroll_to', target: targetOf(input, file.document) });
    return { openViews: view.copies };
  },
});
