import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const muiSlider: Task = {
  name: 'MUI: set a slider',
  page: 'mui',
  goal: 'Set the volume to 30.',
  steps: async (agent) => {
    await agent.setValue({ role: 'slider', name: 'Volume', css: '.MuiSlider-root input' }, '30');
  },
  isDone: ({ state }) => has(state, { volume: 30 }),
};
