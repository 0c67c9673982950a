import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const todoDelete: Task = {
  name: 'TodoMVC: delete a todo, whose button shows on hover',
  page: 'todos',
  goal: 'Delete "Water the plants".',
  steps: async (agent) => {
    await agent.hover({ name: 'Water the plants', css: 'li:nth-child(1)' });
    await agent.click({
      role: 'button',
      name: '',
      near: 'Water the plants',
      css: 'li:nth-child(1) .destroy',
    });
  },
  isDone: ({ state }) => has(state, { todos: ['Call the bank'] }),
};
