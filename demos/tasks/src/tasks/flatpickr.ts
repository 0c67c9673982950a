import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const flatpickr: Task = {
  name: 'flatpickr: pick a date',
  page: 'flatpickr',
  goal: 'Change the day to March 20, 2026.',
  steps: async (agent) => {
    await agent.click({ role: 'textbox', name: 'Pick a day', css: 'input.form-control.input, input.input' });
    await agent.click({ name: 'March 20, 2026', css: '.flatpickr-day[aria-label="March 20, 2026"]' });
  },
  isDone: ({ state }) => has(state, { day: '2026-03-20' }),
};
