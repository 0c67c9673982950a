import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const hoverMenu: Task = {
  name: 'a menu that opens on hover',
  page: 'hover-menu',
  goal: 'Go to Press, in the menu About.',
  steps: async (agent) => {
    await agent.hover({ role: 'link', name: 'About', css: '[href="#about"]' });
    await agent.click({ role: 'link', name: 'Press', css: '[href="#press"]' });
  },
  isDone: ({ state }) => has(state, { at: '#press' }),
};
