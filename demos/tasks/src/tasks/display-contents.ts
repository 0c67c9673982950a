import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const displayContents: Task = {
  name: 'a page inside of display: contents',
  page: 'contents',
  goal: 'Sign the guestbook as Ada.',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Your name', css: 'input' }, 'Ada');
    await agent.click({ role: 'button', name: 'Sign', css: 'button' });
  },
  isDone: ({ state }) => has(state, { signed: 'Ada' }),
};
