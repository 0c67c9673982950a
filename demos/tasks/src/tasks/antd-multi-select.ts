import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdMultiSelect: Task = {
  name: 'antd: choose two in a multiple select',
  page: 'antd',
  goal: 'Set the skills to Sales and Writing.',
  steps: async (agent) => {
    await agent.click({ role: 'combobox', name: 'Skills', css: '#Skills' });
    await agent.click({ role: 'option', name: 'Sales', css: '.ant-select-item-option[title=Sales]' });
    await agent.look();
    await agent.click({ role: 'option', name: 'Writing', css: '.ant-select-item-option[title=Writing]' });
  },
  isDone: ({ state }) => has(state, { skills: ['sales', 'writing'] }),
};
