import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdModal: Task = {
  name: 'antd: confirm in a modal',
  page: 'antd',
  goal: 'Delete the team.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Delete team', css: '.ant-btn-dangerous' });
    await agent.tools.waitForText('25 people lose access.');
    await agent.look();
    await agent.click({
      role: 'button',
      name: 'Delete',
      near: '25 people',
      css: '.ant-modal .ant-btn-primary',
    });
  },
  isDone: ({ state }) => has(state, { deleted: true }),
};
