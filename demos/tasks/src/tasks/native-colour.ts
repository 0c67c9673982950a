import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const nativeColour: Task = {
  name: 'a native colour field',
  page: 'fields',
  goal: 'Create an event in the colour #ff8800.',
  steps: async (agent) => {
    await agent.setValue({ role: ['textbox', 'ColorWell'], name: 'Colour', css: '[name=colour]' }, '#ff8800');
    await agent.click({ role: 'button', name: 'Create the event', css: 'button' });
  },
  isDone: ({ state }) => has(state, { colour: '#ff8800' }),
};
