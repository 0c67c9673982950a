import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const shoelaceCheckbox: Task = {
  name: 'Shoelace: a checkbox',
  page: 'shoelace',
  goal: 'It may be left at the door.',
  steps: async (agent) => {
    await agent.click({ role: 'checkbox', name: 'Leave it at the door', css: 'sl-checkbox' });
  },
  isDone: ({ state }) => has(state, { door: true }),
};
