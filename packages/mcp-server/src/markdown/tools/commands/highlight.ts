import { z } from 'zod';

import { defineDocumentCommand } from './document-command.ts';
import { label } from './fields.ts';
import { targetFields, targetOf } from './target.ts';

export const highlight = defineDocumentCommand({
  type: 'highlight',
  input: () => z.strictObject({ ...targetFields(), label: label().optional() }),
  run: async (input, { view, reviewed }) => {
    const target = targetOf(input, reviewed.document);
    view.push({ type: 'highlight', target, ...(input.label !== undefined && { label: input.label }) });
    return { openViews: view.copies };
  },
});
