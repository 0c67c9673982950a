import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const shoelaceDropdown: Task = {
  name: 'Shoelace: choose in a dropdown',
  page: 'shoelace',
  goal: 'Send the parcel back.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Parcel', css: 'sl-dropdown sl-button' });
    await agent.click({ role: 'menuitem', name: 'Send back', css: 'sl-menu-item[value=return]' });
  },
  isDone: ({ state }) => has(state, { parcel: 'return' }),
};
