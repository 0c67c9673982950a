import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const alertDialog: Task = {
  name: 'an alert',
  page: 'dialogs',
  goal: 'Save the files.',
  steps: async (agent) => {
    await agent.click(
      { role: 'button', name: 'Save', css: 'button:nth-of-type(1)' },
      { dialog: { accept: true } },
    );
  },
  isDone: ({ state }) => has(state, { saved: true }),
};
