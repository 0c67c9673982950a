import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const confirmDialog: Task = {
  name: 'a confirm',
  page: 'dialogs',
  goal: 'Delete all files.',
  steps: async (agent) => {
    await agent.click(
      { role: 'button', name: 'Delete all', css: 'button:nth-of-type(2)' },
      { dialog: { accept: true } },
    );
  },
  isDone: ({ state }) => has(state, { deleted: true }),
};
