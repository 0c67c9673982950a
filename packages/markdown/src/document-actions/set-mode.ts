import { mode } from '../view-fields.ts';

import { defineDocumentAction } from './document-action.ts';

export const setMode = defineDocumentAction({
  type: 'mode',
  fields: () => ({ mode: mode() }),
  run: async (input, target) => {
    target.setMode(input.mode);
    return {};
  },
});
