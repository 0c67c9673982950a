import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const nativeRange: Task = {
  name: 'a native range',
  page: 'fields',
  goal: 'Create an event for 75 guests.',
  steps: async (agent) => {
    await agent.setValue({ role: 'slider', name: 'Guests', css: '[name=guests]' }, '75');
    await agent.click({ role: 'button', name: 'Create the event', css: 'button' });
  },
  isDone: ({ state }) => has(state, { guests: '75' }),
};
