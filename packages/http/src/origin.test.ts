import { describeGuard, token, type GuardRow } from './testing/guard-table.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const extension = `chrome-extension://${extensionId}`;

const byPageKey = { policy: 'team-key', options: { allowedOrigins: ['https://staging.example'] } } as const;
const ownListed = { policy: 'team-key', options: { allowedOrigins: ['http://localhost:5173'] } } as const;
const byKey: GuardRow[] = [
  {
    name: 'passes a listed page',
    ...byPageKey,
    facts: { origin: 'https://staging.example' },
    expected: null,
  },
  { name: 'refuses a program, which says no Origin', ...byPageKey, facts: {}, expected: 'origin/not-listed' },
  {
    name: 'refuses an upgrade without an Origin',
    ...byPageKey,
    facts: { upgrade: true },
    expected: 'origin/not-listed',
  },
  {
    name: 'refuses a page of the server itself, which is not in the list',
    ...byPageKey,
    facts: { origin: 'http://localhost:5173', fetchSite: 'same-origin' },
    expected: 'origin/not-listed',
  },
  {
    name: 'refuses what that page reads',
    ...byPageKey,
    facts: { fetchSite: 'same-origin' },
    expected: 'origin/not-listed',
  },
  {
    name: 'refuses a followed link',
    ...byPageKey,
    facts: { fetchSite: 'cross-site', fetchDest: 'document' },
    expected: 'origin/not-listed',
  },
  {
    name: 'refuses a sandboxed frame, also when "null" is listed',
    policy: 'team-key',
    options: { allowedOrigins: ['null'] },
    facts: { origin: 'null' },
    expected: 'origin/not-listed',
  },
  {
    name: 'passes what a page of the server itself reads when it is in the list',
    ...ownListed,
    facts: { fetchSite: 'same-origin' },
    expected: null,
  },
  {
    name: 'refuses a program that is at a listed server itself',
    ...ownListed,
    facts: {},
    expected: 'origin/not-listed',
  },
  {
    name: 'refuses a writing request without an Origin at a listed server itself',
    ...ownListed,
    facts: { method: 'POST', fetchSite: 'same-origin' },
    expected: 'origin/not-listed',
  },
];

const origins: GuardRow[] = [
  {
    name: 'passes the page itself',
    facts: { method: 'POST', origin: 'http://localhost:5173', fetchSite: 'same-origin' },
    expected: null,
  },
  { name: 'passes a program without Origin', facts: { method: 'POST' }, expected: null },
  { name: 'passes a typed address', facts: { fetchSite: 'none', fetchDest: 'document' }, expected: null },
  {
    name: 'passes a followed link',
    facts: { fetchSite: 'cross-site', fetchDest: 'document' },
    expected: null,
  },
  {
    name: 'refuses a posted form of another site',
    facts: { method: 'POST', fetchSite: 'cross-site', fetchDest: 'document' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a frame of another site',
    facts: { fetchSite: 'cross-site', fetchDest: 'iframe' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a script tag of another site',
    facts: { fetchSite: 'cross-site', fetchDest: 'script' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a script tag of another local port',
    facts: { fetchSite: 'same-site', fetchDest: 'script' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses an unknown Sec-Fetch-Site',
    facts: { fetchSite: 'none, same-origin' },
    expected: 'origin/cross-site',
  },
  { name: 'refuses a foreign Origin', facts: { origin: 'https://evil.example' }, expected: 'origin/foreign' },
  {
    name: 'refuses a foreign Origin on a preflight',
    facts: { method: 'OPTIONS', origin: 'https://evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses another local port',
    facts: { origin: 'http://localhost:3000' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses another name of this machine',
    facts: { origin: 'http://127.0.0.1:5173' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses https where http is spoken',
    facts: { origin: 'https://localhost:5173' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses http where https is spoken',
    facts: { origin: 'http://localhost:5173', tls: true },
    expected: 'origin/foreign',
  },
  {
    name: 'passes https where https is spoken',
    facts: { origin: 'https://localhost:5173', tls: true },
    expected: null,
  },
  {
    name: 'knows that http means port 80',
    facts: { hosts: ['localhost:80'], origin: 'http://localhost' },
    expected: null,
  },
  {
    name: 'knows that https means port 443',
    facts: { hosts: ['localhost'], origin: 'https://localhost:443', tls: true },
    expected: null,
  },
  {
    name: 'refuses https://localhost on plain port 80',
    facts: { hosts: ['localhost'], origin: 'https://localhost' },
    expected: 'origin/foreign',
  },
  {
    name: 'passes a page of the IPv6 loopback',
    facts: { hosts: ['[::1]:5173'], origin: 'http://[::1]:5173', peer: '::1' },
    expected: null,
  },
  { name: 'refuses the opaque origin', facts: { origin: 'null' }, expected: 'origin/null' },
  { name: 'refuses an empty Origin', facts: { origin: '' }, expected: 'origin/foreign' },
  {
    name: 'refuses an Origin with a path',
    facts: { origin: 'http://localhost:5173/' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses an Origin with userinfo',
    facts: { origin: 'http://x@localhost:5173' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses two Origins',
    facts: { origin: 'http://localhost:5173, http://evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses the extension on page routes',
    facts: { origin: extension },
    options: { extensionIds: [extensionId] },
    expected: 'origin/foreign',
  },
  { name: 'passes a page socket', facts: { upgrade: true, origin: 'http://localhost:5173' }, expected: null },
  { name: 'refuses a page socket without Origin', facts: { upgrade: true }, expected: 'origin/missing' },
  {
    name: 'refuses a socket of a foreign page',
    facts: { upgrade: true, origin: 'https://evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses a rebound page that is its own origin',
    facts: { hosts: ['evil.example:5173'], origin: 'http://evil.example:5173', fetchSite: 'same-origin' },
    expected: 'host/unknown',
  },
  {
    name: 'refuses a page that calls an agent route',
    policy: 'mcp',
    facts: { method: 'POST', origin: 'http://localhost:3000' },
    expected: 'origin/foreign',
  },
  { name: 'passes an agent', policy: 'mcp', facts: { method: 'POST' }, expected: null },
  {
    name: 'passes the extension on health',
    policy: 'health',
    facts: { origin: extension, fetchSite: 'cross-site' },
    options: { extensionIds: [extensionId] },
    expected: null,
  },
  {
    name: 'refuses another page on a review',
    policy: 'review',
    facts: { origin: 'http://evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'passes the extension on connect',
    policy: 'connect',
    facts: { origin: extension },
    options: { extensionIds: [extensionId] },
    expected: null,
  },
  {
    name: 'refuses another extension on health',
    policy: 'health',
    facts: { origin: 'chrome-extension://other' },
    options: { extensionIds: [extensionId] },
    expected: 'origin/foreign',
  },
];

const elsewhere = 'http://localhost:3000';
const listedRows: GuardRow[] = [
  {
    name: 'passes a fetch of a listed origin',
    facts: { method: 'POST', origin: elsewhere, fetchSite: 'same-site' },
    expected: null,
  },
  {
    name: 'passes a module script of a listed origin',
    facts: { origin: elsewhere, fetchSite: 'cross-site', fetchDest: 'script' },
    expected: null,
  },
  { name: 'passes a socket of a listed origin', facts: { origin: elsewhere, upgrade: true }, expected: null },
  {
    name: 'still passes the page itself',
    facts: { origin: 'http://localhost:5173', fetchSite: 'same-origin' },
    expected: null,
  },
  {
    name: 'refuses another port than the listed one',
    facts: { origin: 'http://localhost:3001' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses another scheme than the listed one',
    facts: { origin: 'https://localhost:3000' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses what only begins like a listed origin',
    facts: { origin: 'http://localhost:3000.evil.example' },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses the opaque origin even when it is listed',
    facts: { origin: 'null' },
    options: { allowedOrigins: ['null'] },
    expected: 'origin/null',
  },
  {
    name: 'refuses a request that only says it is cross-site',
    facts: { fetchSite: 'cross-site', fetchDest: 'script' },
    expected: 'origin/cross-site',
  },
  {
    name: 'refuses a listed origin on other policies',
    policy: 'mcp',
    facts: { origin: elsewhere },
    expected: 'origin/foreign',
  },
  {
    name: 'refuses a listed origin to a forged Host',
    facts: { origin: elsewhere, hosts: ['evil.example'] },
    expected: 'host/unknown',
  },
  {
    name: 'asks a listed origin on another machine for the token',
    facts: { origin: elsewhere, peer: '192.168.1.7', localAddress: '192.168.1.5' },
    options: { allowedOrigins: [elsewhere], network: true, token },
    expected: 'token/missing',
  },
];
const listed = listedRows.map((row) => ({ options: { allowedOrigins: [elsewhere] }, ...row }));

describeGuard('Origin', origins);
describeGuard('the listed origins', listed);
describeGuard('the origins of a page key', byKey);
