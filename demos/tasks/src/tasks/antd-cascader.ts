import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const antdCascader: Task = {
  name: 'antd: choose in a cascader',
  page: 'antd',
  goal: 'Set the city to Kyoto, in Japan.',
  steps: async (agent) => {
    await agent.click({ role: 'combobox', name: 'City', css: '#City' });
    await agent.click({ role: 'menuitemcheckbox', name: 'Asia', css: '.ant-cascader-menu-item[title=Asia]' });
    await agent.click({
      role: 'menuitemcheckbox',
      name: 'Japan',
      css: '.ant-cascader-menu-item[title=Japan]',
    });
    await agent.click({
      role: 'menuitemcheckbox',
      name: 'Kyoto',
      css: '.ant-cascader-menu-item[title=Kyoto]',
    });
  },
  isDone: ({ state }) => has(state, { city: ['asia', 'japan', 'kyoto'] }),
};
