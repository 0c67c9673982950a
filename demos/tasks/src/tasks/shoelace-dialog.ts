import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const shoelaceDialog: Task = {
  name: 'Shoelace: answer a dialog',
  page: 'shoelace',
  goal: 'Cancel the order.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Cancel the order', css: '#cancel' });
    await agent.click({ role: 'button', name: 'Yes, cancel it', css: '#sure' });
  },
  isDone: ({ state }) => has(state, { cancelled: true }),
};
