import type { Task } from '../task.ts';

export const prosemirror: Task = {
  name: 'ProseMirror: replace the text',
  page: 'prosemirror',
  goal: 'Change the note to "Meet at two."',
  steps: async (agent) => {
    await agent.rewrite({ role: ['textbox', 'paragraph'], name: '', css: '.ProseMirror' }, 'Meet at two.');
  },
  isDone: ({ state }) => state === 'Meet at two.',
};
