import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const todoAdd: Task = {
  name: 'TodoMVC: add two todos',
  page: 'todos',
  goal: 'Add the todos "Buy bread" and "Feed the cat".',
  steps: async (agent) => {
    const field = { role: 'textbox', name: 'What needs to be done?', css: '.new-todo' };
    for (const todo of ['Buy bread', 'Feed the cat']) {
      await agent.fill(field, todo);
      await agent.tools.press('Enter');
    }
  },
  isDone: ({ state }) =>
    has(state, { todos: ['Water the plants', 'Call the bank', 'Buy bread', 'Feed the cat'] }),
};
