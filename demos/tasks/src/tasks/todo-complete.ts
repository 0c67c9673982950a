import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const todoComplete: Task = {
  name: 'TodoMVC: complete a todo',
  page: 'todos',
  goal: 'Check "Call the bank" off.',
  steps: async (agent) => {
    await agent.click({
      role: 'checkbox',
      name: '',
      before: 'Call the bank',
      css: 'li:nth-child(2) .toggle',
    });
  },
  isDone: ({ state }) => has(state, { todos: ['Water the plants', '✔ Call the bank'] }),
};
