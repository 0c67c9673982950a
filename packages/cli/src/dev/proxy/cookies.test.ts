import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  exchange,
  nextAnswer,
  open as openSocket,
  webSocketHead,
} from '@annotate-mcp/http/testing/raw-client';

import { elsewhere, startProxied } from '../testing/proxied.ts';

import { openUpstream } from './upstream.ts';

const token = 'the token of another dev server';
const session = 'anns_the session of a person at a team server';
const jar = [
  'theme=dark',
  `annotate-key=${token}`,
  `annotate-sign-in=${session}`,
  'sid=of the app',
  `__Host-annotate-key=${session}`,
];

describe('the dev server', () => {
  it('gets the cookies of its app, and none of ours', async () => {
    const { fetch, visit } = await startProxied(({ headers }, response) => response.end(headers.cookie));
    for (const ask of [fetch, visit])
      expect((await ask('/', { headers: { cookie: jar.join('; ') } })).text).toBe(
        'theme=dark; sid=of the app',
      );
    const only = await fetch('/', { headers: { cookie: `annotate-key=${token}` } });
    expect(only.text).toBe('');
  });

  it('gets none of ours from several headers, in any spelling', async () => {
    const { port } = await startProxied(({ rawHeaders }, response) => response.end(rawHeaders.join('\n')));
    const { text } = await exchange(await openSocket(port), [
      'GET / HTTP/1.1',
      `Host: localhost:${port}`,
      'Cookie: theme=dark',
      `COOKIE: annotate-key=${token}`,
      `cookie: sid=1;annotate-key=${token};\tANNOTATE-KEY =${token}; =annotate-sign-in=${session}`,
      'Connection: close',
    ]);
    expect(text).toContain('theme=dark');
    expect(text).toContain('sid=1');
    for (const secret of [token, session]) expect(text).not.toContain(secret);
  });

  it('gets none of ours with the upgrade to a WebSocket, and sets none with its answer', async () => {
    const { server, port } = await startProxied((_, response) => response.end());
    const seen: (string | undefined)[] = [];
    server.on('upgrade', ({ headers }: IncomingMessage, socket: Socket) => {
      seen.push(headers.cookie);
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSet-Cookie: a=1\r\nSet-Cookie: annotate-key=evil; Path=/\r\n\r\n',
      );
    });
    const socket = await openSocket(port);
    const head = webSocketHead('/hmr', [`Host: localhost:${port}`, `Cookie: ${jar.join('; ')}`]);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const { status, headers } = await nextAnswer(socket);
    expect(seen).toEqual(['theme=dark; sid=of the app']);
    expect(status).toBe(101);
    expect(headers['set-cookie']).toBe('a=1');
  });

  it('sets the cookies of its app, and none of ours', async () => {
    const tries = [
      'annotate-key=evil',
      'Annotate-Key = evil; Path=/__annotate',
      '=annotate-key=evil; Path=/',
      'annotate-key=; Max-Age=0',
      '__Host-annotate-key=evil; Path=/; Secure',
      'annotate-sign-in=evil; Path=/sign-in; Domain=localhost',
    ];
    const { visit } = await startProxied((_, response) =>
      response.writeHead(200, { 'Set-Cookie': ['a=1; Path=/', ...tries, 'b=annotate-key=2'] }).end(),
    );
    expect((await visit()).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=annotate-key=2']);
  });
});

describe('a dev server that is not this machine', () => {
  it('gets no cookie of localhost, whose apps are others, and sets none there', async () => {
    const { fetch } = await startProxied(
      ({ headers }, response) =>
        response.writeHead(200, { 'Set-Cookie': 'sid=2; Domain=localhost' }).end(headers.cookie),
      { isElsewhere: true },
    );
    const { text, headers } = await fetch('/', { headers: { cookie: jar.join('; ') } });
    expect([text, headers['set-cookie']]).toEqual(['', undefined]);
  });

  it('is shown under a name of its own, where it has its cookies', async () => {
    const { visit, fetch, port } = await startProxied(
      ({ headers }, response) =>
        response
          .writeHead(200, { 'Set-Cookie': ['sid=2; Domain=shop.example', 'x=1; Domain=.localhost'] })
          .end(headers.cookie),
      { isElsewhere: true },
    );
    const { status, headers: led } = await visit('/cart?step=2');
    expect([status, led.location]).toEqual([307, `http://${elsewhere}:${port}/cart?step=2`]);
    const host = `${elsewhere}:${port}`;
    const { text, headers } = await fetch('/', { headers: { host, cookie: jar.join('; ') } });
    expect([text, headers['set-cookie']]).toEqual(['theme=dark; sid=of the app', ['sid=2', 'x=1']]);
  });

  const webKit = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const safari = `${webKit} Version/18.5 Safari/605.1.15`;

  it('stays at localhost in Safari, without cookies, and the terminal says what that means', async () => {
    const notes: string[] = [];
    const { visit } = await startProxied(
      ({ headers }, response) => response.end(`has ${headers.cookie ?? 'no cookie'}`),
      {
        isElsewhere: true,
        note: (line) => notes.push(line),
      },
    );
    const headers = { 'user-agent': safari, cookie: jar.join('; ') };
    for (let times = 0; times < 2; times++) {
      const { status, text } = await visit('/cart', { headers });
      expect([status, text]).toEqual([200, 'has no cookie']);
    }
    expect(notes).toEqual([
      expect.stringMatching(/Safari .* without cookies.*"127\.0\.0\.1 app-shop-example\.localhost"/),
    ]);
    const others = [
      `${webKit} Chrome/143.0.0.0 Safari/537.36`,
      `${webKit} Version/4.0 Chrome/1 Safari/5`,
      '',
    ];
    for (const agent of others)
      expect((await visit('/', { headers: { 'user-agent': agent } })).status).toBe(307);
  });

  it('is reported when the browser does not come by its name, and not when it does', async () => {
    const said = Promise.withResolvers<string>();
    const { visit } = await startProxied((_, response) => response.end(), {
      isElsewhere: true,
      note: said.resolve,
      arrivalMs: 1,
    });
    await visit('/');
    expect(await said.promise).toMatch(
      /led to http:\/\/app-shop-example\.localhost:\d+ has not come\. .*\/etc\/hosts/,
    );

    const notes: string[] = [];
    const other = await startProxied((_, response) => response.end(), {
      isElsewhere: true,
      note: (line) => notes.push(line),
      arrivalMs: 600_000,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await other.visit('/');
    await other.visit('/', { headers: { host: `${elsewhere}:${other.port}` } });
    vi.advanceTimersByTime(700_000);
    expect(notes).toEqual([]);
  });

  it.each([
    { address: 'http://localhost:8000', ownName: null },
    { address: 'https://shop.localhost', ownName: null },
    { address: 'http://127.0.0.5:8000', ownName: null },
    { address: 'http://[::1]:8000', ownName: null },
    { address: 'http://192.0.2.7:8000', ownName: 'app-192-0-2-7.localhost' },
    { address: 'http://[2001:db8::2]', ownName: 'app--2001-db8--2-.localhost' },
    { address: 'http://my-shop.invalid', ownName: 'app-my--shop-invalid.localhost' },
  ])('is not $address where its name is $ownName', async ({ address, ownName }) => {
    expect(await openUpstream(new URL(address), false)).toMatchObject({ ownName });
    if (ownName !== null) expect(new URL(`http://${ownName}`).hostname).toBe(ownName);
  });
});
