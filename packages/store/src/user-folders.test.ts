import { expect, it } from 'vitest';

import { provenanceFolder } from './user-folders.ts';

const home = '/home/ann';

it.each([
  { name: 'a shell', env: { HOME: home, XDG_CONFIG_HOME: '/home/ann/settings' } },
  { name: 'an agent, which passes on a few variables', env: { HOME: home } },
])('the key is in the same folder for a process that is started by $name', ({ env }) => {
  expect(provenanceFolder({ platform: 'linux', home, env })).toBe('/home/ann/.config/annotate-mcp');
});

it('the key is where the user says it is', () => {
  const env = { ANNOTATE_CONFIG_FOLDER: '/keys' };
  expect(provenanceFolder({ platform: 'linux', home, env })).toBe('/keys');
});
