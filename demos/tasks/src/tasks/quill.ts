import { isDeepStrictEqual } from 'node:util';

import type { Task } from '../task.ts';

export const quill: Task = {
  name: 'Quill: write in bold',
  page: 'quill',
  goal: 'Write "Dear Ada" in bold.',
  steps: async (agent) => {
    await agent.rewrite({ role: ['textbox', 'paragraph'], name: '', css: '.ql-editor' }, 'Dear Ada');
    await agent.tools.press('Control+a');
    await agent.click({ role: 'button', name: 'bold', css: '.ql-bold' });
  },
  isDone: ({ state }) =>
    isDeepStrictEqual(state, [{ attributes: { bold: true }, insert: 'Dear Ada' }, { insert: '\n' }]),
};
