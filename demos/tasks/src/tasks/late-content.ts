import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const lateContent: Task = {
  name: 'a result that comes late',
  page: 'late',
  goal: 'Search for "lighthouse" and open the result.',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Words', css: 'input' }, 'lighthouse');
    await agent.click({ role: 'button', name: 'Search', css: '#search' });
    await agent.tools.waitForText('1 result');
    await agent.click({ role: 'link', name: 'The lighthouse', css: '#results a' });
  },
  isDone: ({ state }) => has(state, { opened: 'The lighthouse' }),
};
