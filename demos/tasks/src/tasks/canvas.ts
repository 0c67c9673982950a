import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const canvas: Task = {
  name: 'a canvas, by coordinates',
  page: 'canvas',
  goal: 'Click on the red dot.',
  steps: async (agent) => {
    await agent.tools.takePicture();
    await agent.tools.clickAt(300, 250);
  },
  isDone: ({ state }) => has(state, { hit: 'red' }),
};
