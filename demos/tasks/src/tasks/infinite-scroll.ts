import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const infiniteScroll: Task = {
  name: 'a feed that loads while scrolling',
  page: 'feed',
  goal: 'Like post 52.',
  steps: async (agent) => {
    for (const post of ['Post 30', 'Post 45', 'Post 60']) {
      await agent.tools.scrollDown();
      await agent.tools.waitForText(post);
    }
    await agent.click({ role: 'button', name: 'Like post 52', css: '[aria-label="Like post 52"]' });
  },
  isDone: ({ state }) => has(state, { liked: 'Like post 52' }),
};
