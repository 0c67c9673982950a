import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdDatePicker: Task = {
  name: 'antd: pick a date',
  page: 'antd',
  goal: 'Set the start date to the 15th of this month.',
  steps: async (agent) => {
    await agent.click({ role: ['textbox', 'combobox'], name: 'Start date', css: '[id="Start date"]' });
    await agent.click({ role: ['gridcell', 'cell', 'button'], name: '15', css: 'td[title$="-15"]' });
  },
  isDone: ({ state }) => has(state, { start: `${new Date().toLocaleDateString('sv').slice(0, 8)}15` }),
};
