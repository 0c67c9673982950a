import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiMenu: Task = {
  name: 'MUI: choose in a menu behind an icon',
  page: 'mui',
  goal: 'Open my orders from the account menu.',
  steps: async (agent) => {
    await agent.click({ role: 'button', name: 'Account', css: '[aria-label=Account]' });
    await agent.click({ role: 'menuitem', name: 'Orders', css: '.MuiMenuItem-root:nth-child(2)' });
  },
  isDone: ({ state }) => has(state, { menu: 'Orders' }),
};
