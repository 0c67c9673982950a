import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const openShadow: Task = {
  name: 'an open shadow root',
  page: 'shadow',
  goal: 'Subscribe ada@example.org to the newsletter.',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Email' }, 'ada@example.org');
    await agent.click({ role: 'button', name: 'Subscribe' });
  },
  isDone: ({ state }) => has(state, { email: 'ada@example.org' }),
};
