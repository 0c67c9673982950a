import { describeGuard, token, type GuardRow } from './testing/guard-table.ts';

const bearer = { tokens: { bearer: token } };
const lan = { peer: '192.168.1.20', localAddress: '192.168.1.5', hosts: ['192.168.1.5:3456'] };

const agentSocket: GuardRow[] = [
  { name: 'passes a program with the token', facts: bearer, expected: null },
  { name: 'refuses a program without the token', facts: {}, expected: 'token/missing' },
  {
    name: 'refuses a program with a wrong token',
    facts: { tokens: { bearer: `${token}x` } },
    expected: 'token/wrong',
  },
  {
    name: 'does not read the token from the address, which is logged',
    facts: { tokens: { query: token, cookie: token, subprotocol: token } },
    expected: 'token/missing',
  },
  {
    name: 'refuses a page of this server',
    facts: { ...bearer, origin: 'http://127.0.0.1:3456' },
    expected: 'origin/not-for-pages',
  },
  {
    name: 'refuses the extension',
    facts: { ...bearer, origin: `chrome-extension://${'a'.repeat(32)}` },
    expected: 'origin/not-for-pages',
  },
  {
    name: 'refuses a browser whose Origin a forwarder has removed',
    facts: { ...bearer, fetchSite: 'cross-site' },
    expected: 'origin/not-for-pages',
  },
  {
    name: 'refuses another user of this machine, with the token too',
    facts: { ...bearer, peerUser: 'other' as const },
    expected: 'peer/another-user',
  },
  {
    name: 'refuses another machine in network mode, with the token too',
    facts: { ...bearer, ...lan },
    options: { token, network: true },
    expected: 'peer/not-this-machine',
  },
  {
    name: 'refuses a name that was rebound to this machine',
    facts: { ...bearer, hosts: ['evil.test:3456'] },
    expected: 'host/unknown',
  },
].map((row) => ({
  options: { token },
  ...row,
  policy: 'agent',
  facts: { hosts: ['127.0.0.1:3456'], ...row.facts, upgrade: true },
}));

describeGuard("an agent's socket", agentSocket);
