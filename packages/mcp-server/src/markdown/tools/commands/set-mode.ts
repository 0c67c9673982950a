import { z } from 'zod';

import { defineDocumentCommand } from './document-command.ts';
import { mode } from './fields.ts';

export const setMode = defineDocumentCommand({
  type: 'set_mode',
  input: () => z.strictObject({ mode: mode() }),
  run: async (input, { reviewed }) => {
    reviewed.setMode(input.mode);
    return { mode: reviewed.mode };
  },
});
