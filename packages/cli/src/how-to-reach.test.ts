import { expect, it } from 'vitest';

import { howToReach } from './how-to-reach.ts';

const url = 'http://127.0.0.1:4800/review/1/#code';
const reach = (env: Record<string, string>, isInContainer = false, hasHost = true) =>
  howToReach(url, { hasHost, env, user: () => 'ada', isInContainer: () => isInContainer });

it.each([
  ['1.2.3.4 50022 5.6.7.8 22', 'ssh -N -L 4800:127.0.0.1:4800 ada@5.6.7.8'],
  ['1.2.3.4 50022 5.6.7.8 2222', 'ssh -N -L 4800:127.0.0.1:4800 -p 2222 ada@5.6.7.8'],
  ['fd00::9 50022 fd00::7 22', 'ssh -N -L 4800:127.0.0.1:4800 ada@fd00::7'],
])('SSH_CONNECTION %j is answered with the line to type', (connection, line) => {
  expect(reach({ SSH_CONNECTION: connection })).toContain(`${line}\n`);
});

it.each([{}, { SSH_CONNECTION: '' }, { SSH_CONNECTION: 'a; rm -rf ~' }])('%j says nothing', (env) => {
  expect(reach(env)).toBeNull();
});

it.each([{ CODESPACES: 'true' }, { REMOTE_CONTAINERS: 'true' }])('%j forwards a port', (env) => {
  expect(reach(env, true)).toContain('forward port 4800');
});

it('in a container of another kind a port is published, where the command takes an address', () => {
  expect(reach({}, true)).toContain('--port 4800 --host 0.0.0.0');
  expect(reach({}, true, false)).toBeNull();
});
