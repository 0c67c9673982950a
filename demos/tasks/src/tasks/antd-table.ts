import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdTable: Task = {
  name: 'antd: sort a table and turn its page',
  page: 'antd',
  goal: 'Sort the people by age and show the second page.',
  steps: async (agent) => {
    await agent.click({ role: 'columnheader', name: 'Age', css: 'th.ant-table-column-has-sorters' });
    await agent.look();
    await agent.click({ role: ['link', 'button', 'listitem'], name: '2', css: '.ant-pagination-item-2' });
  },
  isDone: ({ state }) => has(state, { table: { page: 2, order: 'ascend' } }),
};
