import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiDialog: Task = {
  name: 'MUI: answer a dialog',
  page: 'mui',
  goal: 'Leave the queue.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Leave the queue', css: 'main button.MuiButton-root' });
    await agent.look();
    await agent.click({ role: 'button', name: 'Leave', css: '[role=dialog] button:last-child' });
  },
  isDone: ({ state }) => has(state, { left: true }),
};
