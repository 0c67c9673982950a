import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const promptDialog: Task = {
  name: 'a prompt',
  page: 'dialogs',
  goal: 'Rename it to "final".',
  steps: async (agent) => {
    await agent.click(
      { role: 'button', name: 'Rename', css: 'button:nth-of-type(3)' },
      { dialog: { accept: true, text: 'final' } },
    );
  },
  isDone: ({ state }) => has(state, { name: 'final' }),
};
