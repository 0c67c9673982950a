import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const newTab: Task = {
  name: 'a link that opens a tab',
  page: 'tabs',
  goal: 'Read the book online, from chapter 2.',
  steps: async (agent) => {
    await agent.click({ role: 'link', name: 'Read online', css: 'a' });
    await agent.tools.goToNewTab();
    await agent.look();
    await agent.click({ role: 'button', name: 'Next chapter', css: 'button' });
  },
  isDone: ({ state }) => has(state, { chapter: 2 }),
};
