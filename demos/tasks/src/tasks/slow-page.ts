import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const slowPage: Task = {
  name: 'a page that takes three seconds',
  page: 'slow',
  goal: 'Show the forecast in Celsius.',
  steps: async (agent) => {
    await agent.click({ role: 'link', name: 'Forecast', css: 'a' });
    await agent.tools.waitForText('Use Celsius');
    await agent.look();
    await agent.click({ role: 'button', name: 'Use Celsius', css: 'button' });
  },
  isDone: ({ state }) => has(state, { units: 'celsius' }),
};
