import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiSelect: Task = {
  name: 'MUI: choose in a select',
  page: 'mui',
  goal: 'Set the size to Medium.',
  steps: async (agent) => {
    await agent.click({ role: 'combobox', name: 'Size', css: '[role=combobox][aria-labelledby^=size]' });
    await agent.click({ role: 'option', name: 'Medium', css: '[data-value=Medium]' });
  },
  isDone: ({ state }) => has(state, { size: 'Medium' }),
};
