import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const contenteditable: Task = {
  name: 'an editable element: add a sentence',
  page: 'editable',
  goal: 'Add "And cake." to what is about me, and save it.',
  steps: async (agent) => {
    await agent.append(
      { role: ['textbox', 'generic'], name: '', near: 'I like', css: '#about' },
      ' And cake.',
    );
    await agent.click({ role: 'button', name: 'Save', css: 'button' });
  },
  isDone: ({ state }) => has(state, { about: 'I like tea. And cake.' }),
};
