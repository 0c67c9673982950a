import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const spaRoute: Task = {
  name: 'a route of a single-page app',
  page: 'routes',
  goal: 'Choose the dark theme in the settings.',
  steps: async (agent) => {
    await agent.click({ role: 'link', name: 'Settings', css: '[href$=settings]' });
    await agent.tools.waitForText('Dark theme');
    await agent.click({ role: 'button', name: 'Dark theme', css: '#view button' });
  },
  isDone: ({ state }) => has(state, { at: '/routes/settings', theme: 'dark' }),
};
