import { describeGuard, type GuardRow } from './testing/guard-table.ts';

const own = { hosts: ['127.0.0.1:40123'], target: '/questions/1' };
const answer = { ...own, method: 'POST', origin: 'http://127.0.0.1:40123', fetchSite: 'same-origin' };

const rows: GuardRow[] = [
  { name: 'passes its own page', facts: answer, expected: null },
  {
    name: 'passes a typed address',
    facts: { ...own, fetchSite: 'none', fetchDest: 'document' },
    expected: null,
  },
  {
    name: 'passes a followed link',
    facts: { ...own, fetchSite: 'cross-site', fetchDest: 'document' },
    expected: null,
  },
  { name: 'passes a frame', facts: { ...own, fetchSite: 'cross-site', fetchDest: 'iframe' }, expected: null },
  {
    name: 'refuses a form that is posted from a frame',
    facts: { ...own, method: 'POST', origin: 'null', fetchSite: 'cross-site', fetchDest: 'iframe' },
    expected: 'origin/null',
  },
  {
    name: 'refuses a fetch of another page',
    facts: { ...own, fetchSite: 'cross-site', fetchDest: 'empty' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a fetch of another local port',
    facts: { ...own, fetchSite: 'same-site', fetchDest: 'empty' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a script tag of another page',
    facts: { ...own, fetchSite: 'cross-site', fetchDest: 'script' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses an answer without Origin',
    facts: { ...answer, origin: undefined },
    expected: 'origin/missing',
  },
  {
    name: 'refuses an answer of another port',
    facts: { ...answer, origin: 'http://127.0.0.1:5173' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses an answer of another site',
    facts: { ...answer, origin: 'https://evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses an answer whose Origin a forwarder has rewritten',
    facts: { ...answer, fetchSite: 'cross-site' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses another name of this machine',
    facts: { ...answer, hosts: ['localhost:40123'], origin: 'http://localhost:40123' },
    expected: 'host/unknown',
  },
  {
    name: 'refuses a name that leads to this machine, listed or not',
    facts: { ...answer, hosts: ['app.test:40123'], origin: 'http://app.test:40123' },
    options: { allowedHosts: ['app.test'] },
    expected: 'host/unknown',
  },
  {
    name: 'refuses a peer on the network',
    facts: { ...answer, peer: '192.168.1.20' },
    options: { network: true },
    expected: 'peer/not-this-machine',
  },
  {
    name: 'refuses another user of this machine',
    facts: { ...answer, peerUser: 'other' },
    expected: 'peer/another-user',
  },
  {
    name: 'refuses a visitor that a tunnel lets in',
    facts: { ...answer, forwardedFor: ['203.0.113.9'] },
    expected: 'peer/not-this-machine',
  },
  {
    name: 'refuses a body beyond 256 KiB',
    facts: { ...answer, contentLength: '262145' },
    expected: 'body/too-large',
  },
];

describeGuard(
  'policy consent',
  rows.map((row) => ({ ...row, policy: 'consent' })),
);
