import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const todoEdit: Task = {
  name: 'TodoMVC: edit a todo',
  page: 'todos',
  goal: 'Change "Call the bank" to "Call the school".',
  steps: async (agent) => {
    await agent.click({ name: 'Call the bank', css: 'li:nth-child(2) label' }, { count: 2 });
    await agent.look();
    await agent.fill({ role: 'textbox', name: 'Call the bank', css: '.edit' }, 'Call the school');
    await agent.tools.press('Enter');
  },
  isDone: ({ state }) => has(state, { todos: ['Water the plants', 'Call the school'] }),
};
