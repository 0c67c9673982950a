import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const htmlDrag: Task = {
  name: 'HTML5 drag and drop',
  page: 'drag',
  goal: 'Move "Fix the gate" to the column "Done".',
  steps: async (agent) => {
    await agent.drag(
      { name: 'Fix the gate', css: '.card:nth-of-type(2)' },
      { role: ['region', 'heading'], name: 'Done', css: '#done' },
    );
  },
  isDone: ({ state }) => has(state, { todo: ['Paint the fence'], done: ['Fix the gate'] }),
};
