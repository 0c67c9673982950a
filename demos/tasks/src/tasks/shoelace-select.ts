import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const shoelaceSelect: Task = {
  name: 'Shoelace: choose in a select',
  page: 'shoelace',
  goal: 'Send it by night train.',
  steps: async (agent) => {
    await agent.click({ role: 'combobox', name: 'Speed', css: 'sl-select' });
    await agent.click({ role: 'option', name: 'Night train', css: 'sl-option[value=train]' });
  },
  isDone: ({ state }) => has(state, { speed: 'train' }),
};
