import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdSelect: Task = {
  name: 'antd: choose in a select with many options',
  page: 'antd',
  goal: 'Set the country to Denmark.',
  steps: async (agent) => {
    await agent.click({ role: 'combobox', name: 'Country', css: '#Country' });
    await agent.click({ role: 'option', name: 'Denmark', css: '.ant-select-item-option[title=Denmark]' });
  },
  isDone: ({ state }) => has(state, { country: 'denmark' }),
};
