import { execFileSync } from 'node:child_process';
import { type Server, connect, createServer, type Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { userOfPeer } from './peer-user.ts';
import { policies } from './policies.ts';
import { describeGuard, type GuardRow, token } from './testing/guard-table.ts';
import { forwardAsOtherUser } from './testing/other-user.ts';
import { listening, started } from './testing/servers.ts';

const other = { peerUser: 'other' } as const;
const shown = { ...other, tokens: { bearer: token } };

const users: GuardRow[] = [
  { name: 'passes the user of the server', facts: { peerUser: 'same' }, expected: null },
  {
    name: 'passes a local peer where the system does not tell its user',
    facts: { peerUser: 'unknown' },
    expected: null,
  },
  { name: 'refuses another user of this machine', facts: other, expected: 'token/not-set-up' },
  { name: 'asks another user for the token', facts: other, options: { token }, expected: 'token/missing' },
  {
    name: 'refuses another user with a wrong token',
    facts: { ...other, tokens: { bearer: 'guess' } },
    options: { token },
    expected: 'token/wrong',
  },
  { name: 'passes another user with the token', facts: shown, options: { token }, expected: null },
  {
    name: 'asks another user for the token behind a trusted proxy, too',
    facts: { ...other, forwardedFor: ['203.0.113.9'] },
    options: { token, trustForwarded: true },
    expected: 'token/missing',
  },
  {
    name: 'asks an agent of another user for the token',
    policy: 'mcp',
    facts: other,
    options: { token },
    expected: 'token/missing',
  },
  {
    name: 'passes an agent of another user with the token',
    policy: 'mcp',
    facts: shown,
    options: { token },
    expected: null,
  },
  {
    name: 'refuses the stdio server of another user, which has a bridge of its own',
    policy: 'agent',
    facts: { ...shown, hosts: ['127.0.0.1:3456'] },
    options: { token },
    expected: 'peer/another-user',
  },
  { name: 'tells another user whether the server runs', policy: 'health', facts: other, expected: null },
  {
    name: 'gives another user no token for a code',
    policy: 'connect',
    facts: shown,
    options: { token },
    expected: 'peer/another-user',
  },
  {
    name: 'shows another user no document',
    policy: 'review',
    facts: shown,
    options: { token },
    expected: 'peer/another-user',
  },
  {
    name: 'shows another user no document that is open to the network',
    policy: 'review',
    facts: shown,
    options: { network: true },
    expected: 'peer/another-user',
  },
  {
    name: 'takes no answer of another user',
    policy: 'consent',
    facts: { ...other, hosts: ['127.0.0.1:40123'] },
    expected: 'peer/another-user',
  },
  ...(['team-page', 'team-mcp', 'team-open', 'team-sign-in'] as const).map((policy) => ({
    name: `does not ask which user sends a request to ${policy}, because tokens tell callers apart`,
    policy,
    facts: { ...other, origin: 'http://localhost:5173', fetchSite: 'same-origin' },
    expected: null,
  })),
  {
    name: 'does not ask which user sends a request by a page key, whose page must be listed',
    policy: 'team-key',
    facts: { ...other, origin: 'https://staging.example' },
    options: { allowedOrigins: ['https://staging.example'] },
    expected: null,
  },
  {
    name: 'does not take a LAN peer for a user of this machine',
    facts: { peer: '192.168.1.20', localAddress: '192.168.1.5', hosts: ['192.168.1.5'], peerUser: 'unknown' },
    expected: 'peer/network-off',
  },
];

describeGuard('the user of the peer', users);

it('the table of peers has a row for another user under every policy', () => {
  const named = users.filter(({ facts }) => facts.peerUser === 'other').map(({ policy = 'page' }) => policy);
  // The extension always needs the token, whatever the user.
  expect(Object.keys(policies).filter((name) => name !== 'extension')).toEqual(
    expect.arrayContaining([...new Set(named)]),
  );
  expect(new Set(named).size).toBe(Object.keys(policies).length - 1);
});

describe.runIf(process.platform === 'linux')('userOfPeer', () => {
  it.each([
    { name: 'IPv4', listen: '127.0.0.1', to: '127.0.0.1' },
    { name: 'another address of loopback', listen: '127.0.0.1', to: '127.0.0.1', from: '127.9.8.7' },
    { name: 'IPv6', listen: '::1', to: '::1' },
    { name: 'IPv4 to a server of both', listen: '::', to: '127.0.0.1' },
    { name: 'an IPv6 socket to an IPv4 server', listen: '127.0.0.1', to: '::ffff:127.0.0.1' },
  ])('knows its own user over $name', async ({ listen, to, from }) => {
    const { port, accepted } = await accepting(listen);
    const client = connect({ port, host: to, ...(from !== undefined && { localAddress: from }) });
    expect(await userOfPeer(await accepted)).toBe('same');
    client.destroy();
  });

  it('knows fifty connections that open at once', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    const port = await started(server);
    const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    await expect.poll(() => sockets.length).toBe(50);
    expect(new Set(await Promise.all(sockets.map(userOfPeer)))).toEqual(new Set(['same']));
    for (const client of clients) client.destroy();
  });

  it('knows another user', async (context) => {
    const { port, accepted } = await accepting('127.0.0.1');
    const client = connect(await forwardAsOtherUser(port, context), '127.0.0.1');
    expect(await userOfPeer(await accepted)).toBe('other');
    client.destroy();
  });

  it('does not take a connection that its program has closed for one of root', async () => {
    const { port, accepted } = await accepting('127.0.0.1');
    const client = connect(port, '127.0.0.1');
    const socket = await accepted;
    const closed = new Promise((resolve) => socket.once('end', resolve));
    socket.resume();
    client.destroy();
    await closed;
    expect(await userOfPeer(socket)).toBe('other');
  });

  it('takes no peer for its own user while it can open no files, which other users could bring about', () => {
    const script = `
      import { openSync } from 'node:fs';
      import { connect, createServer } from 'node:net';
      import { userOfPeer } from ${JSON.stringify(new URL('peer-user.ts', import.meta.url).href)};
      const server = createServer(async (socket) => {
        try { for (;;) openSync('/dev/null'); } catch {}
        console.log(await userOfPeer(socket));
        process.exit();
      });
      server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1'));`;
    const run = 'ulimit -n 64 && exec "$0" --input-type=module --eval "$1"';
    expect(execFileSync('sh', ['-c', run, process.execPath, script], { encoding: 'utf8' })).toBe('other\n');
  });

  it('asks the system once for each connection', async () => {
    const { port, accepted } = await accepting('127.0.0.1');
    const client = connect(port, '127.0.0.1');
    const socket = await accepted;
    expect(userOfPeer(socket)).toBe(userOfPeer(socket));
    await userOfPeer(socket);
    client.destroy();
  });
});

it('refuses requests and sockets of another user in a sentence that says what to do', async (context) => {
  const route = {
    path: '/x',
    policy: 'page',
    handle: (_: unknown, response: { end(): void }) => response.end(),
  } as const;
  const { port, errors } = await listening({ routes: [route], token });
  const forwarded = await forwardAsOtherUser(port, context);
  expect((await fetch(`http://127.0.0.1:${port}/x`)).status).toBe(200);
  const refused = await fetch(`http://127.0.0.1:${forwarded}/x`, { method: 'POST', body: 'x' });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({
    error: expect.stringContaining('another user of this machine') as string,
    hint: expect.stringContaining('/__annotate?apiKey=<token>') as string,
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`http://127.0.0.1:${forwarded}/x`, { headers })).status).toBe(200);
  expect(errors).toEqual([]);
});

/** A server, and the first connection that it accepts. */
async function accepting(host: string): Promise<{ port: number; accepted: Promise<Socket> }> {
  const server: Server = createServer({ allowHalfOpen: true });
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  return { port: await started(server, host), accepted };
}
