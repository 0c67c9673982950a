import { z } from 'zod';

import { defineCommand } from './command.ts';
import { mode } from './fields.ts';

export const setMode = defineCommand({
  type: 'set_mode',
  input: () => z.strictObject({ mode: mode() }),
  run: async (input, { reviewed }) => {
    reviewed.setMode(input.mode);
    return { mode: reviewed.mode };
  },
});
