import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const todoFilter: Task = {
  name: 'TodoMVC: filter',
  page: 'todos',
  goal: 'Show only what is completed.',
  steps: async (agent) => {
    await agent.click({ role: 'link', name: 'Completed', css: 'a[href="#/completed"]' });
  },
  isDone: ({ state }) => has(state, { filter: 'Completed' }),
};
