import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const foreignFrame: Task = {
  name: 'a frame of another site',
  page: 'frames',
  goal: 'Pay with the card 4242.',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Card number' }, '4242');
    await agent.click({ role: 'button', name: 'Pay 24 €' });
  },
  isDone: ({ state }) => has(state, { card: '4242' }),
};
