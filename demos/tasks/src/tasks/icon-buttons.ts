import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const iconButtons: Task = {
  name: 'buttons that are icons',
  page: 'icons',
  goal: 'Play the next song, and like it.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Next', css: 'button:nth-of-type(3)' });
    await agent.click({ name: 'Like', css: '.like' });
  },
  isDone: ({ state }) => has(state, { pressed: ['next', 'like'] }),
};
