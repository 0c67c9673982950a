import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const dropZone: Task = {
  name: 'upload by a drop zone',
  page: 'drop-zone',
  goal: 'Hand in my paper.',
  steps: async (agent) => {
    await agent.dropFile(
      { name: 'Drop your paper here', css: '#zone' },
      { name: 'paper.txt', content: 'a paper' },
    );
  },
  isDone: ({ state }) => has(state, { name: 'paper.txt', content: 'a paper' }),
};
