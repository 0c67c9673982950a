import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const closedShadow: Task = {
  name: 'a closed shadow root',
  page: 'shadow',
  goal: 'Rate it as great.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Great' });
  },
  isDone: ({ state }) => has(state, { rating: 'Great' }),
};
