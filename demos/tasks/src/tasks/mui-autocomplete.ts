import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiAutocomplete: Task = {
  name: 'MUI: type into an autocomplete and choose',
  page: 'mui',
  goal: 'Choose the film Solaris.',
  steps: async (agent) => {
    await agent.fill({ role: 'combobox', name: 'Film', css: '.MuiAutocomplete-input' }, 'Sol');
    await agent.click({ role: 'option', name: 'Solaris', css: '.MuiAutocomplete-option' });
  },
  isDone: ({ state }) => has(state, { film: 'Solaris' }),
};
