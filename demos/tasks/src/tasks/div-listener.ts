import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const divListener: Task = {
  name: 'elements that are only a listener',
  page: 'divs',
  goal: 'Book seat B2.',
  steps: async (agent) => {
    await agent.click({ name: 'Seat B2', css: '.rows > :nth-child(5)' });
    await agent.click({ name: 'Continue to payment', css: '.pay' });
  },
  isDone: ({ state }) => has(state, { seat: 'B2' }),
};
