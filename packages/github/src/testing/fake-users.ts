import type { FakeUser } from './fake-pull-request.ts';

export const ada: FakeUser = { login: 'ada', type: 'User', association: 'OWNER', canModerate: true };
export const grace: FakeUser = { login: 'grace', type: 'User', association: 'MEMBER', canModerate: true };
export const stranger: FakeUser = { login: 'mallory', type: 'User', association: 'NONE', canModerate: false };
export const workflow: FakeUser = {
  login: 'github-actions',
  type: 'Bot',
  association: 'NONE',
  canModerate: false,
};
