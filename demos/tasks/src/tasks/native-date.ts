import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const nativeDate: Task = {
  name: 'a native date field',
  page: 'fields',
  goal: 'Create an event on 1 May 2026.',
  steps: async (agent) => {
    await agent.setValue({ role: ['textbox', 'Date'], name: 'Date', css: '[name=date]' }, '2026-05-01');
    await agent.click({ role: 'button', name: 'Create the event', css: 'button' });
  },
  isDone: ({ state }) => has(state, { date: '2026-05-01' }),
};
