import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdRowAction: Task = {
  name: 'antd: a link without address, in one of many rows',
  page: 'antd',
  goal: 'Invite Person 07.',
  steps: async (agent) => {
    await agent.click({ name: 'Invite', near: 'Person 07', css: 'tr[data-row-key="6"] a' });
  },
  isDone: ({ state }) => has(state, { invited: 'Person 07' }),
};
