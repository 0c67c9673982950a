import { describeGuard, token, type GuardRow } from './testing/guard-table.ts';

const lan = { peer: '192.168.1.20', localAddress: '192.168.1.5', hosts: ['192.168.1.5:5173'] };
const network = { network: true, token };
const tunnel = { hosts: ['shop.ngrok.app'], forwardedFor: ['203.0.113.9'], origin: 'https://shop.ngrok.app' };
const tunnelListed = { allowedHosts: ['.ngrok.app'], token };

const peers: GuardRow[] = [
  { name: 'passes any address in 127/8', facts: { peer: '127.8.9.10' }, expected: null },
  { name: 'passes IPv6 loopback', facts: { peer: '::1' }, expected: null },
  { name: 'passes IPv4 loopback in IPv6', facts: { peer: '::ffff:127.0.0.1' }, expected: null },
  { name: 'refuses a peer it cannot name', facts: { peer: undefined }, expected: 'peer/unknown' },
  { name: 'refuses a LAN peer', facts: lan, expected: 'peer/network-off' },
  {
    name: 'refuses a LAN peer that says localhost',
    facts: { ...lan, hosts: ['localhost:5173'] },
    expected: 'peer/network-off',
  },
  {
    name: 'refuses a LAN peer in IPv6 dress',
    facts: { ...lan, peer: '::ffff:192.168.1.20' },
    expected: 'peer/network-off',
  },
  {
    name: 'refuses a link-local peer',
    facts: { ...lan, peer: 'fe80::1%eth0' },
    expected: 'peer/network-off',
  },
  {
    name: 'refuses a LAN peer with the token while the network is off',
    facts: { ...lan, tokens: { bearer: token } },
    options: { token },
    expected: 'peer/network-off',
  },
  { name: 'asks a LAN peer for the token', facts: lan, options: network, expected: 'token/missing' },
  {
    name: 'refuses a LAN peer with a wrong token',
    facts: { ...lan, tokens: { bearer: 'guess' } },
    options: network,
    expected: 'token/wrong',
  },
  {
    name: 'passes a LAN peer with the token',
    facts: { ...lan, tokens: { bearer: token } },
    options: network,
    expected: null,
  },
  {
    name: 'passes a LAN page with the cookie',
    facts: { ...lan, origin: 'http://192.168.1.5:5173', tokens: { cookie: token } },
    options: network,
    expected: null,
  },
  {
    name: 'passes a LAN socket with the cookie',
    facts: { ...lan, upgrade: true, origin: 'http://192.168.1.5:5173', tokens: { cookie: token } },
    options: network,
    expected: null,
  },
  {
    name: 'refuses a foreign page on a LAN machine with the cookie',
    facts: { ...lan, origin: 'http://evil.example', tokens: { cookie: token } },
    options: network,
    expected: 'origin/foreign',
  },
  {
    name: 'passes a LAN peer on a dual-stack socket',
    facts: {
      ...lan,
      peer: '::ffff:192.168.1.20',
      localAddress: '::ffff:192.168.1.5',
      tokens: { bearer: token },
    },
    options: network,
    expected: null,
  },
  {
    name: 'passes a LAN peer over IPv6',
    facts: {
      peer: 'fd00::20',
      localAddress: 'fd00::5',
      hosts: ['[FD00:0::5]:5173'],
      tokens: { bearer: token },
    },
    options: network,
    expected: null,
  },
  {
    name: 'refuses a LAN address that is not ours',
    facts: { ...lan, hosts: ['192.168.1.6'], tokens: { bearer: token } },
    options: network,
    expected: 'host/unknown',
  },
  {
    name: 'refuses a rebinding name on the LAN',
    facts: { ...lan, hosts: ['evil.example'], tokens: { bearer: token } },
    options: network,
    expected: 'host/unknown',
  },
  {
    name: 'refuses a LAN peer while no token is set up',
    facts: lan,
    options: { network: true },
    expected: 'token/not-set-up',
  },
  {
    name: 'does not ask loopback for the token while the network is on',
    facts: {},
    options: network,
    expected: null,
  },
  {
    name: 'asks an agent on the LAN for the token',
    policy: 'mcp',
    facts: lan,
    options: network,
    expected: 'token/missing',
  },
  {
    name: 'does not read a cookie for an agent',
    policy: 'mcp',
    facts: { ...lan, tokens: { cookie: token } },
    options: network,
    expected: 'token/missing',
  },
  {
    name: 'does not read the URL for an agent',
    policy: 'mcp',
    facts: { ...lan, tokens: { query: token } },
    options: network,
    expected: 'token/missing',
  },
  {
    name: 'tells the LAN its health without a token',
    policy: 'health',
    facts: lan,
    options: network,
    expected: null,
  },
  {
    name: 'keeps the one-time code off the LAN',
    policy: 'connect',
    facts: lan,
    options: network,
    expected: 'peer/not-this-machine',
  },
  {
    name: 'keeps a review off the LAN, with the token too',
    policy: 'review',
    facts: { ...lan, tokens: { bearer: token } },
    options: { token },
    expected: 'peer/not-this-machine',
  },
  {
    name: 'shows a review that is open to the network to the LAN, where its own secrets guard it',
    policy: 'review',
    facts: lan,
    options: network,
    expected: null,
  },
];

const tunnels: GuardRow[] = [
  {
    name: 'refuses a tunnel that is not listed',
    facts: tunnel,
    options: { token },
    expected: 'host/unknown',
  },
  {
    name: 'asks a visitor of a listed tunnel for the token',
    facts: tunnel,
    options: tunnelListed,
    expected: 'token/missing',
  },
  {
    name: 'passes a visitor of a listed tunnel with the token',
    facts: { ...tunnel, tokens: { cookie: token } },
    options: tunnelListed,
    expected: null,
  },
  {
    name: 'passes a visitor of a listed tunnel that signs people in',
    facts: tunnel,
    options: { ...tunnelListed, trustForwarded: true },
    expected: null,
  },
  {
    name: 'passes a listed name that no proxy forwarded',
    facts: { ...tunnel, forwardedFor: [] },
    options: tunnelListed,
    expected: null,
  },
  {
    name: 'passes what a local proxy forwards for this machine',
    facts: { ...tunnel, forwardedFor: ['127.0.0.1', '::1'] },
    options: tunnelListed,
    expected: null,
  },
  {
    name: 'asks for the token when a proxy hides its visitor',
    facts: { forwardedFor: ['unknown'] },
    options: { token },
    expected: 'token/missing',
  },
  {
    name: 'asks for the token when a tunnel rewrites Host to localhost',
    facts: { forwardedFor: ['203.0.113.9'] },
    options: { token },
    expected: 'token/missing',
  },
  {
    name: 'passes a listed tunnel on a port of its own',
    facts: { ...tunnel, forwardedFor: [], hosts: ['x.ngrok.app:8443'], origin: 'https://x.ngrok.app:8443' },
    options: tunnelListed,
    expected: null,
  },
  {
    name: 'refuses a listed name with another port as Origin',
    facts: { ...tunnel, origin: 'https://shop.ngrok.app:8443' },
    options: tunnelListed,
    expected: 'origin/foreign',
  },
  {
    name: 'refuses another tunnel of the same provider as Origin',
    facts: { ...tunnel, origin: 'https://evil.ngrok.app' },
    options: tunnelListed,
    expected: 'origin/foreign',
  },
  {
    name: 'refuses a foreign page whose Origin a forwarder rewrote',
    facts: { origin: 'http://localhost:5173', fetchSite: 'cross-site' },
    expected: 'origin/cross-site',
  },
  {
    name: 'keeps the one-time code off tunnels',
    policy: 'connect',
    facts: { forwardedFor: ['203.0.113.9'] },
    expected: 'peer/not-this-machine',
  },
  {
    name: 'keeps a review off tunnels',
    policy: 'review',
    facts: { forwardedFor: ['203.0.113.9'] },
    expected: 'peer/not-this-machine',
  },
];

describeGuard('peer', peers);
describeGuard('tunnel', tunnels);
