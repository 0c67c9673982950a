import { describe, expect, it, onTestFinished } from 'vitest';

import { listen } from './listen.ts';
import { HttpError } from './refusal.ts';
import { createRouter } from './router.ts';
import type { Route } from './routes.ts';
import { ended, exchange, nextAnswer, open, webSocketHead } from './testing/raw-client.ts';
import { listening } from './testing/servers.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const switched = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
const extensionId = 'abcdefghijklmnopabcdefghijklmnop';

describe('a handler', () => {
  it('is not called for a refused request', async () => {
    const calls: string[] = [];
    const route: Route = { path: '/mcp', policy: 'mcp', handle: ({ url }) => void calls.push(url ?? '') };
    const { url } = await listening({ routes: [route] });
    const body = 'x'.repeat(100_000);
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: { origin: 'null' }, body });
    expect(answer.status).toBe(403);
    expect(calls).toEqual([]);
  });

  it('that throws is answered with 500 and a message, and the error goes to onError', async () => {
    const failure = new Error('secret detail');
    const route: Route = { path: '/mcp', policy: 'mcp', handle: () => Promise.reject(failure) };
    const { url, errors } = await listening({ routes: [route] });
    const answer = await fetch(`${url}/mcp?apiKey=${token}`);
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ error: 'The server failed while answering GET "/mcp".' });
    expect(text).not.toContain('secret detail');
    expect(text).not.toContain(token);
    expect(errors).toEqual([failure]);
  });

  it('that throws an HttpError is answered with it', async () => {
    const handle = (): never => {
      throw new HttpError(404, 'annotation/unknown', 'There is no annotation 7.', { hint: 'List them.' });
    };
    const { url, errors } = await listening({ routes: [{ path: '/mcp', policy: 'mcp', handle }] });
    const answer = await fetch(`${url}/mcp`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      error: 'There is no annotation 7.',
      hint: 'List them.',
      code: 'annotation/unknown',
    });
    expect(errors).toEqual([]);
  });

  it('that throws halfway breaks its response off, so that the client does not take it for complete', async () => {
    const route: Route = {
      path: '/mcp',
      policy: 'mcp',
      handle: (_request, response) => {
        response.write('half');
        throw new Error('then nothing');
      },
    };
    const { port, errors } = await listening({ routes: [route] });
    const socket = await open(port);
    const closed = ended(socket);
    socket.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await closed;
    expect(errors).toHaveLength(1);
  });

  it('gets the path below its prefix and the query without the token', async () => {
    const seen: unknown[] = [];
    const route: Route = {
      prefix: '/__annotate/api',
      policy: 'page',
      handle: (_request, response, { path, below, query, maxBodyBytes }) => {
        seen.push({ path, below, query: query.toString(), maxBodyBytes });
        response.end();
      },
    };
    const { url } = await listening({ routes: [route] });
    await fetch(`${url}/__annotate/api/annotations/7?page=%2F&apiKey=${token}`);
    const path = '/__annotate/api/annotations/7';
    expect(seen).toEqual([{ path, below: '/annotations/7', query: 'page=%2F', maxBodyBytes: 1_048_576 }]);
  });

  it('answers HEAD refusals without a body', async () => {
    const { url } = await listening({ routes: [] });
    const answer = await fetch(`${url}/nothing`, { method: 'HEAD' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });
});

describe('an upgrade', () => {
  const route: Route = {
    path: '/',
    policy: 'extension',
    upgrade: (request, socket, head) => {
      const protocol = (request.headers['sec-websocket-protocol'] ?? '').split(',')[0] ?? '';
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nX-Protocol: ${protocol}\r\n\r\n${head.toString()}`);
    },
  };
  const options = { routes: [route], token, extensionIds: [extensionId] };
  const from = ['Host: localhost', `Origin: chrome-extension://${extensionId}`];

  it('reaches its handler with the token as subprotocol', async () => {
    const { port } = await listening(options);
    const head = webSocketHead('/', [...from, `Sec-WebSocket-Protocol: annotate, annotate-key.${token}`]);
    const answer = await exchange(await open(port), head, 'early bytes');
    expect(answer).toMatchObject({ status: 101, headers: { 'x-protocol': 'annotate' }, text: 'early bytes' });
  });

  it('reaches its handler with the token in the URL', async () => {
    const { port } = await listening(options);
    const answer = await exchange(await open(port), webSocketHead(`/?apiKey=${token}`, from));
    expect(answer.status).toBe(101);
  });

  it.each([
    { name: 'without the token', path: '/', headers: from, status: 401 },
    { name: 'with a wrong token', path: '/?apiKey=wrong', headers: from, status: 401 },
    {
      name: 'from a web page',
      path: `/?apiKey=${token}`,
      headers: ['Host: localhost', 'Origin: http://localhost'],
      status: 403,
    },
    {
      name: 'to a forged Host',
      path: `/?apiKey=${token}`,
      headers: ['Host: evil.example', ...from.slice(1)],
      status: 403,
    },
    { name: 'without Host', path: `/?apiKey=${token}`, headers: from.slice(1), status: 400 },
  ])(
    '$name is answered with $status in words on its socket, which then ends',
    async ({ path, headers, status }) => {
      const { port } = await listening(options);
      const answer = await exchange(await open(port), webSocketHead(path, headers), 'frames sent too early');
      expect(answer.status).toBe(status);
      expect(answer.headers.connection).toBe('close');
      expect(answer.headers['www-authenticate']).toBe(
        status === 401 ? 'Bearer realm="annotate-mcp"' : undefined,
      );
      expect(JSON.parse(answer.text)).toHaveProperty('hint');
      expect(answer.text).not.toContain(token);
    },
  );

  it('is refused without a reset even to a client that goes on sending', async () => {
    const { port } = await listening(options);
    const socket = await open(port);
    const answer = nextAnswer(socket);
    socket.write(`${webSocketHead('/', from).join('\r\n')}\r\n\r\n`);
    expect((await answer).status).toBe(401);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).end('x'.repeat(16 * 1024 * 1024));
    const hadError = await closed;
    expect(hadError).toBe(false);
  });

  it('at a place without sockets is refused', async () => {
    const health: Route = { path: '/health', policy: 'health', handle: () => undefined };
    const { port } = await listening({ routes: [health] });
    const own = ['Host: localhost', 'Origin: http://localhost'];
    const answer = await exchange(await open(port), webSocketHead('/health', own));
    expect(answer.status).toBe(404);
  });

  it('whose handler throws before the handshake is answered with 500', async () => {
    const failure = new Error('no store');
    const failing: Route = { path: '/', policy: 'extension', upgrade: () => Promise.reject(failure) };
    const { port, errors } = await listening({ ...options, routes: [failing] });
    const answer = await exchange(await open(port), webSocketHead(`/?apiKey=${token}`, from));
    expect(answer.status).toBe(500);
    expect(errors).toEqual([failure]);
  });

  it('whose handler throws after the handshake loses its socket', async () => {
    const failing: Route = {
      path: '/',
      policy: 'extension',
      upgrade: (_request, socket) => {
        socket.write(switched);
        throw new Error('no store');
      },
    };
    const { port, errors } = await listening({ ...options, routes: [failing] });
    const socket = await open(port);
    const closed = ended(socket);
    socket.write(`${webSocketHead(`/?apiKey=${token}`, from).join('\r\n')}\r\n\r\n`);
    await closed;
    expect(errors).toHaveLength(1);
  });

  // Wine does not tell of a reset.
  it.skipIf(process.env.ANNOTATE_WINE === '1')('outlives a client that resets the connection', async () => {
    const taken = Promise.withResolvers<undefined>();
    const gone = Promise.withResolvers<undefined>();
    const holding: Route = {
      path: '/',
      policy: 'extension',
      upgrade: (_request, socket) => {
        socket.once('close', () => gone.resolve(undefined)).resume();
        taken.resolve(undefined);
      },
    };
    const { port } = await listening({ ...options, routes: [holding] });
    const socket = await open(port);
    socket.write(`${webSocketHead(`/?apiKey=${token}`, from).join('\r\n')}\r\n\r\n`);
    await taken.promise;
    socket.resetAndDestroy();
    await gone.promise;
    const after = await open(port);
    const answer = nextAnswer(after);
    after.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await answer).status).toBe(403);
    after.destroy();
  });
});

it('a token that is replaced counts from the next request on', async () => {
  let current = 'first';
  const route: Route = {
    path: '/',
    policy: 'extension',
    upgrade: (_request, socket) => void socket.end(switched),
  };
  const router = createRouter({
    routes: [route],
    extensionIds: [extensionId],
    get token() {
      return current;
    },
    onError: () => undefined,
  });
  const listener = await listen(router, { port: 0, graceMs: 0 });
  onTestFinished(() => listener.close());
  const from = ['Host: localhost', `Origin: chrome-extension://${extensionId}`];
  const knock = async () => exchange(await open(listener.port), webSocketHead('/?apiKey=first', from));
  expect((await knock()).status).toBe(101);
  current = 'second';
  expect((await knock()).status).toBe(401);
});
