import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdMenu: Task = {
  name: 'antd: choose in a submenu',
  page: 'antd',
  goal: 'Export the team as CSV, with its menu of actions.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Actions', css: '.ant-dropdown-trigger' });
    await agent.hover({ role: 'menuitem', name: 'Export', css: '.ant-dropdown-menu-submenu-title' });
    await agent.tools.waitForText('As CSV');
    await agent.click({ role: 'menuitem', name: 'As CSV', css: '[data-menu-id$="-csv"]' });
  },
  isDone: ({ state }) => has(state, { action: 'csv' }),
};
