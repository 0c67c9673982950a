import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiTabs: Task = {
  name: 'MUI: read another tab',
  page: 'mui',
  goal: 'What is shown tomorrow, and when?',
  steps: async (agent) => {
    await agent.click({ role: 'tab', name: 'Tomorrow', css: '[role=tab]:nth-child(2)' });
    return agent.read(/Solaris at [\d:]+/);
  },
  isDone: ({ state, answer }) => has(state, { tab: 1 }) && answer === 'Solaris at 18:30',
};
