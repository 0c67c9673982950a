import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const uploadButton: Task = {
  name: 'upload by a button with a hidden input',
  page: 'upload',
  goal: 'Upload the photo.',
  steps: async (agent) => {
    await agent.upload(
      { role: 'button', name: 'Choose a photo', css: '#file' },
      { name: 'photo.txt', content: 'a photo' },
    );
  },
  isDone: ({ state }) => has(state, { name: 'photo.txt', content: 'a photo' }),
};
