import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';

import { describe, expect, it, onTestFinished } from 'vitest';

import { sendJson } from './answer.ts';
import { readBody } from './body.ts';
import { ListenError } from './listen-error.ts';
import { defaultHost, listen } from './listen.ts';
import { createRouter } from './router.ts';
import type { Route } from './routes.ts';
import { ended, exchange, nextAnswer, open, webSocketHead } from './testing/raw-client.ts';
import { listening, started } from './testing/servers.ts';

const health: Route = {
  path: '/health',
  policy: 'health',
  handle: (_request, response) => sendJson(response, 200, { ok: true }),
};
const words: unknown = expect.stringMatching(/\.$/);
const socketRoute: Route = {
  path: '/__annotate',
  policy: 'page',
  upgrade: (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  },
};

const many = 700;

/** How many connections the system lets wait for a program, as far as it says so. */
function longestQueue(): number {
  const path = '/proc/sys/net/core/somaxconn';
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

describe('a listener', () => {
  it('answers on loopback, at a port the system chose', async () => {
    const { url, host, port } = await listening({ routes: [health] });
    expect(host).toBe('127.0.0.1');
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const answer = await fetch(`${url}/health`);
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.skipIf(longestQueue() < many)('lets very many connect while it is busy', async () => {
    const { port } = await listening({ routes: [health] });
    const [done, count] = [0, 1];
    const state = new Int32Array(new SharedArrayBuffer(8));
    const clients = new Worker(
      `const { connect } = require('node:net');
       const { state, port, many } = require('node:worker_threads').workerData;
       const note = () => {
         if (Atomics.add(state, ${count}, 1) < many - 1) return;
         Atomics.store(state, ${done}, 1);
         Atomics.notify(state, ${done});
       };
       for (let n = 0; n < many; n++) connect(port, '127.0.0.1', note).on('error', () => undefined);`,
      { eval: true, workerData: { state, port, many } },
    );
    onTestFinished(() => void clients.terminate());
    await once(clients, 'online');
    // This thread, which would accept them, stands still.
    Atomics.wait(state, done, 0, 15_000);
    expect(state[count]).toBe(many);
  });

  it.each([
    {
      name: 'a forged Host',
      lines: ['GET /health HTTP/1.1', 'Host: evil.example'],
      status: 403,
      code: 'host/unknown',
    },
    { name: 'no Host', lines: ['GET /health HTTP/1.1'], status: 400, code: 'host/missing' },
    { name: 'no Host in HTTP/1.0', lines: ['GET /health HTTP/1.0'], status: 400, code: 'host/missing' },
    {
      name: 'a second Host',
      lines: ['GET /health HTTP/1.1', 'Host: localhost', 'Host: evil.example'],
      status: 400,
      code: 'host/several',
    },
    {
      name: 'an absolute target',
      lines: ['GET http://evil.example/health HTTP/1.1', 'Host: localhost'],
      status: 400,
      code: 'target/not-a-path',
    },
    {
      name: 'a foreign Origin',
      lines: ['GET /health HTTP/1.1', 'Host: localhost', 'Origin: https://evil.example'],
      status: 403,
      code: 'origin/foreign',
    },
    {
      name: 'a place that does not exist',
      lines: ['GET /nothing HTTP/1.1', 'Host: localhost'],
      status: 404,
      code: 'route/unknown',
    },
    {
      name: 'a forged Host at a place that does not exist',
      lines: ['GET /nothing HTTP/1.1', 'Host: evil.example'],
      status: 403,
      code: 'host/unknown',
    },
    {
      name: 'a plain request to a WebSocket',
      lines: ['GET /__annotate HTTP/1.1', 'Host: localhost'],
      status: 426,
      code: 'route/web-socket-only',
    },
    {
      name: 'something that is not HTTP',
      lines: ['\u0016\u0003\u0001 hello'],
      status: 400,
      code: 'http/unreadable',
    },
    {
      name: 'endless headers',
      lines: ['GET /health HTTP/1.1', `X: ${'x'.repeat(20_000)}`],
      status: 431,
      code: 'http/headers-too-large',
    },
  ])('answers $name with $status in words', async ({ lines, status, code }) => {
    const { port } = await listening({ routes: [health, socketRoute] });
    const answer = await exchange(await open(port), [...lines, 'Connection: close']);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({
      error: words,
      hint: words,
      code,
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('judges a request that arrives in pieces once its head is whole', async () => {
    const { port } = await listening({ routes: [health] });
    const socket = await open(port);
    const answer = nextAnswer(socket);
    for (const piece of ['GET /hea', 'lth HTTP/1.1\r\nHo', 'st: evil.exa', 'mple\r\n', '\r\n']) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    expect((await answer).status).toBe(403);
    socket.destroy();
  });

  it('judges each of two pipelined requests', async () => {
    const { port } = await listening({ routes: [health] });
    const second = 'GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    const { text } = await exchange(await open(port), ['GET /health HTTP/1.1', 'Host: localhost'], second);
    expect(text).toContain('{"ok":true}HTTP/1.1 403 ');
  });

  const loopbacks = [
    { name: 'another address of 127/8', at: '127.0.0.1', from: '127.0.0.2', host: 'localhost' },
    { name: 'IPv6 loopback', at: '::1', from: '::1', host: '[::1]' },
    { name: 'IPv4 loopback in IPv6', at: '::ffff:127.0.0.1', from: '127.0.0.1', host: '127.0.0.1' },
  ];
  // macOS has only one address of 127/8, containers may have no IPv6.
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address));
  const usable = loopbacks.filter(({ at, from }) =>
    from === '127.0.0.2' ? process.platform === 'linux' : !at.includes(':') || addresses.includes('::1'),
  );

  it.each(usable)('takes $name for loopback', async ({ at, from, host }) => {
    const { port } = await listening({ routes: [health] }, { host: at });
    const socket = await open(port, at === '::1' ? at : '127.0.0.1', from);
    const answer = await exchange(socket, ['GET /health HTTP/1.1', `Host: ${host}`, 'Connection: close']);
    expect(answer.status).toBe(200);
  });

  it('serves a request that offers another protocol as if it had not, body included', async () => {
    const echo: Route = {
      path: '/mcp',
      policy: 'mcp',
      handle: async (request, response) => void response.end(await readBody(request, 100)),
    };
    const { port } = await listening({ routes: [echo, socketRoute] });
    const lines = [
      'POST /mcp HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
      'Content-Length: 4',
    ];
    expect(await exchange(await open(port), lines, 'body')).toMatchObject({ status: 200, text: 'body' });
    expect((await exchange(await open(port), [...lines, 'Host: evil.example'], 'body')).status).toBe(400);
  });

  it('refuses a WebSocket at a place that does not exist', async () => {
    const { port } = await listening({ routes: [health] });
    const head = webSocketHead('/nothing', [`Host: localhost:${port}`, `Origin: http://localhost:${port}`]);
    expect((await exchange(await open(port), head)).status).toBe(404);
  });

  it('opens to the network only with the network option', () => {
    expect(defaultHost({})).toBe('127.0.0.1');
    expect(defaultHost({ network: true })).toBe('0.0.0.0');
  });
});

describe('a port that cannot be had', () => {
  const router = createRouter({ routes: [], onError: () => undefined });

  it('is reported as taken, with what to do', async () => {
    const port = await started(createServer());
    const failure = listen(router, { port });
    await expect(failure).rejects.toBeInstanceOf(ListenError);
    await expect(failure).rejects.toMatchObject({
      code: 'listen/port-taken',
      message: `Port ${port} on 127.0.0.1 is taken by another program.`,
      hint: expect.stringContaining('choose another port') as string,
    });
  });

  it('is reported as an address of another machine', async () => {
    const failure = listen(router, { port: 0, host: '192.0.2.1' });
    await expect(failure).rejects.toMatchObject({ code: 'listen/no-such-address' });
  });
});

describe('closing a listener', () => {
  it('ends idle connections, open streams and upgraded sockets', async () => {
    const stream: Route = {
      path: '/sse',
      policy: 'mcp',
      handle: (_request, response) => void response.writeHead(200).write('event: endpoint\n\n'),
    };
    const listener = await listening({ routes: [health, stream, socketRoute] });
    const own = [`Host: localhost:${listener.port}`, `Origin: http://localhost:${listener.port}`];
    const heads = [
      ['GET /health HTTP/1.1', 'Host: localhost'],
      ['GET /sse HTTP/1.1', 'Host: localhost'],
      webSocketHead('/__annotate', own),
    ];
    const ends = [];
    for (const head of heads) {
      const socket = await open(listener.port);
      const answer = nextAnswer(socket);
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      await answer;
      ends.push(ended(socket));
    }
    await Promise.all([listener.close(), listener.close()]);
    await Promise.all(ends);
    await expect(open(listener.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('ends an upgraded socket whose client never does', async () => {
    const listener = await listening({ routes: [socketRoute] });
    const socket = connect({ port: listener.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    const answer = nextAnswer(socket);
    const own = [`Host: localhost:${listener.port}`, `Origin: http://localhost:${listener.port}`];
    socket.write(`${webSocketHead('/__annotate', own).join('\r\n')}\r\n\r\n`);
    expect((await answer).status).toBe(101);
    await listener.close();
  });

  it('lets an open answer finish', async () => {
    const begun = Promise.withResolvers<() => void>();
    const slow: Route = {
      path: '/mcp',
      policy: 'mcp',
      handle: (_request, response) => {
        response.writeHead(200, { 'Content-Length': '10' }).write('first ');
        begun.resolve(() => response.end('last'));
      },
    };
    const listener = await listening({ routes: [slow] }, { graceMs: 60_000 });
    // Otherwise Node would end the idle connection by itself after a while.
    listener.server.keepAliveTimeout = 0;
    const socket = await open(listener.port);
    const answer = nextAnswer(socket);
    socket.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const finish = await begun.promise;
    const closed = listener.close();
    finish();
    expect((await answer).text).toBe('first last');
    await closed;
  });
});
