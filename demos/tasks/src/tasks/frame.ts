import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const frame: Task = {
  name: 'a frame of the same site',
  page: 'frames',
  goal: 'My street is Canal 5: save it.',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Street' }, 'Canal 5');
    await agent.click({ role: 'button', name: 'Save the address' });
  },
  isDone: ({ state }) => has(state, { street: 'Canal 5' }),
};
