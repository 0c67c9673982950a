import { isDeepStrictEqual } from 'node:util';

import type { Task } from '../task.ts';

export const sortable: Task = {
  name: 'Sortable: put a list in order by dragging',
  page: 'sortable',
  goal: 'Move "Finale" to the top.',
  steps: async (agent) => {
    await agent.drag(
      { name: 'Finale', css: 'li:nth-child(4)' },
      { name: 'Overture', css: 'li:nth-child(1)' },
    );
  },
  isDone: ({ state }) => isDeepStrictEqual(state, ['Finale', 'Overture', 'Waltz', 'March']),
};
