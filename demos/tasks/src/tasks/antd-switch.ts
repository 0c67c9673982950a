import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdSwitch: Task = {
  name: 'antd: a switch',
  page: 'antd',
  goal: 'Turn notifications on.',
  steps: async (agent) => {
    await agent.click({ role: 'switch', name: 'Notifications', css: '#Notifications' });
  },
  isDone: ({ state }) => has(state, { notifications: true }),
};
