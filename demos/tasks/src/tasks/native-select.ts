import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const nativeSelect: Task = {
  name: 'a native select',
  page: 'fields',
  goal: 'Create an event in the blue room.',
  steps: async (agent) => {
    await agent.choose({ role: 'combobox', name: 'Room', css: '[name=room]' }, 'Blue room');
    await agent.click({ role: 'button', name: 'Create the event', css: 'button' });
  },
  isDone: ({ state }) => has(state, { room: 'b' }),
};
