import { z } from 'zod';

import { defineDocumentCommand } from './document-command.ts';
import { targetFields, targetOf } from './target.ts';

export const scrollTo = defineDocumentCommand({
  type: 'scroll_to',
  input: () => z.strictObject(targetFields()),
  run: async (input, { view, reviewed }) => {
    view.push({ type: 'scroll_to', target: targetOf(input, reviewed.document) });
    return { openViews: view.copies };
  },
});
