import { has } from '../state.ts';
import type { Task } from '../task.ts';

export const wholeForm: Task = {
  name: 'a form with checkbox, radio and password',
  page: 'fields',
  goal: 'Create a party with lunch, with the password "tulip".',
  steps: async (agent) => {
    await agent.fill({ role: 'textbox', name: 'Password', css: '[name=password]' }, 'tulip');
    await agent.click({ role: 'checkbox', name: 'With lunch', css: '[name=lunch]' });
    await agent.click({ role: 'radio', name: 'Party', css: '[value=party]' });
    await agent.click({ role: 'button', name: 'Create the event', css: 'button' });
  },
  isDone: ({ state }) => has(state, { password: 'tulip', lunch: 'on', kind: 'party' }),
};
