import type { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { sendJson } from './answer.ts';
import { attach } from './attach.ts';
import { readJson } from './body.ts';
import { createRouter } from './router.ts';
import type { Handler, Route } from './routes.ts';
import { exchange, open, openTls, webSocketHead } from './testing/raw-client.ts';
import { selfSigned } from './testing/self-signed.ts';
import { started } from './testing/servers.ts';

const switched = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
const routes: Route[] = [
  {
    prefix: '/__annotate',
    policy: 'page',
    handle: async (request, response, { maxBodyBytes }) => {
      const body = request.method === 'POST' ? await readJson(request, maxBodyBytes) : null;
      sendJson(response, 200, { from: 'annotate', body });
    },
  },
  {
    path: '/__annotate',
    policy: 'page',
    upgrade: (_request, socket) => void socket.end(`${switched}annotate`),
  },
];
const router = createRouter({ routes, onError: () => undefined });

const app = (_request: IncomingMessage, response: ServerResponse): void => void response.end('app');
// Typed by hand: Node types HTTP/2's listener by its compatibility classes.
const http2App = (_request: unknown, response: { end(text: string): unknown }): void =>
  void response.end('app');
const hmr = (_request: IncomingMessage, socket: Duplex): void => void socket.end(`${switched}hmr`);

const kinds = [
  { kind: 'http', create: () => createServer(app), connectTo: (port: number) => open(port), scheme: 'http' },
  { kind: 'https', create: () => createHttpsServer(selfSigned(), app), connectTo: openTls, scheme: 'https' },
  {
    kind: 'http2 with allowHTTP1',
    create: () => createSecureServer({ ...selfSigned(), allowHTTP1: true }, http2App),
    connectTo: openTls,
    scheme: 'https',
  },
];

describe.each(kinds)('attached to $kind', ({ create, connectTo, scheme }) => {
  const get = (path: string): string[] => [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  const own = ['Host: localhost', `Origin: ${scheme}://localhost`];

  it('answers its own paths and leaves every other request to the app', async () => {
    const server = create();
    attach(server, router);
    const port = await started(server);
    const ours = await exchange(await connectTo(port), get('/__annotate/manifest'));
    expect(ours.text).toBe('{"from":"annotate","body":null}');
    for (const path of ['/', '/__annotated', '/x/__annotate', '//__annotate', '/%5f_annotate']) {
      const { text } = await exchange(await connectTo(port), get(path));
      expect({ path, text: text.includes('app') }).toEqual({ path, text: true });
    }
  });

  it('answers its own upgrades and leaves every other one to the app', async () => {
    const server = create();
    server.on('upgrade', hmr);
    attach(server, router);
    const port = await started(server);
    const ours = await exchange(await connectTo(port), webSocketHead('/__annotate', own));
    expect(ours.text).toBe('annotate');
    const theirs = await exchange(
      await connectTo(port),
      webSocketHead('/?token=vite', ['Host: evil.example']),
    );
    expect(theirs.text).toBe('hmr');
  });

  it('shows the app its own cookies and none of ours, in requests and upgrades', async () => {
    const seen: string[] = [];
    const note = ({ headers, rawHeaders, headersDistinct }: IncomingMessage) => {
      const raw = rawHeaders.filter((_, at) => /^cookie$/i.test(rawHeaders[at - 1] ?? '')).join('; ');
      const distinct = headersDistinct.cookie?.join() ?? '';
      seen.push([headers.cookie ?? '', raw, distinct].map((each) => (each === '' ? 'none' : each)).join());
    };
    const server = create();
    server.prependListener('request', note);
    server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      note(request);
      hmr(request, socket);
    });
    attach(server, router);
    const port = await started(server);
    const cookies = ['Cookie: a=1; annotate-key=secret; b=2', 'cookie: __Host-annotate-key=secret'];
    for (const lines of [cookies, cookies.slice(1), ['Cookie: c=annotate-key'], []]) {
      await exchange(await connectTo(port), [...get('/'), ...lines]);
      await exchange(await connectTo(port), webSocketHead('/hmr', ['Host: localhost', ...lines]));
    }
    const [both, ours, theirs, without] = ['a=1; b=2', 'none', 'c=annotate-key', 'none'];
    expect(seen).toEqual(
      [both, ours, theirs, without].flatMap((shown) => {
        const all = [shown, shown, shown].join();
        return [all, all];
      }),
    );
  });

  it('keeps our cookie in the requests that are ours', async () => {
    const kept: unknown[] = [];
    const server = create();
    const handle: Handler = ({ headers }, response) => {
      kept.push(headers.cookie);
      sendJson(response, 200, {});
    };
    const routes: Route[] = [{ prefix: '/__annotate', policy: 'page', handle }];
    attach(server, createRouter({ routes: [], onError: () => undefined }));
    attach(server, createRouter({ routes, onError: () => undefined }));
    const port = await started(server);
    await exchange(await connectTo(port), [...get('/__annotate/api'), 'Cookie: annotate-key=x; a=1']);
    expect(kept).toEqual(['annotate-key=x; a=1']);
  });

  it('refuses a foreign page, its upgrades included', async () => {
    const server = create();
    attach(server, router);
    const port = await started(server);
    const foreign = ['Host: localhost', 'Origin: https://evil.example'];
    const socket = await exchange(await connectTo(port), webSocketHead('/__annotate', foreign));
    expect(socket.status).toBe(403);
    const request = ['GET /__annotate/api HTTP/1.1', ...foreign, 'Connection: close'];
    expect((await exchange(await connectTo(port), request)).status).toBe(403);
  });

  it('leaves an upgrade without a listener to the app as a plain request', async () => {
    const server = create();
    attach(server, router);
    attach(server, createRouter({ routes: [], onError: () => undefined }));
    const port = await started(server);
    const offer = ['GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade, close', 'Upgrade: h2c'];
    expect((await exchange(await connectTo(port), offer)).text).toContain('app');
  });

  it('leaves no trace once detached', async () => {
    const server = create();
    server.on('upgrade', hmr);
    const before = traces(server);
    const detachments = [attach(server, router), attach(server, router)];
    for (const detach of detachments) detach();
    for (const detach of detachments) detach();
    expect(traces(server)).toEqual(before);
    const port = await started(server);
    const { text } = await exchange(await connectTo(port), get('/__annotate/manifest'));
    expect(text).toContain('app');
  });
});

describe('beside others on the server', () => {
  it('keeps its upgrades from a listener that answers every one', async () => {
    const server = createServer(app);
    const greedy: string[] = [];
    server.on('upgrade', ({ url }: IncomingMessage, socket: Duplex) => {
      greedy.push(url ?? '');
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    attach(server, router);
    const port = await started(server);
    const own = ['Host: localhost', 'Origin: http://localhost'];
    expect((await exchange(await open(port), webSocketHead('/__annotate', own))).status).toBe(101);
    expect(greedy).toEqual([]);
  });

  it('guards a request that asks before it sends its body', async () => {
    const server = createServer(app);
    server.on('checkContinue', app);
    attach(server, router);
    const port = await started(server);
    const head = [
      'POST /__annotate/api HTTP/1.1',
      'Host: localhost',
      'Expect: 100-continue',
      'Connection: close',
    ];
    const { status, text } = await exchange(
      await open(port),
      [...head, 'Content-Type: application/json', 'Content-Length: 2'],
      '{}',
    );
    expect(status).toBe(100);
    expect(text).toContain('"from":"annotate"');
  });

  it('stays out of the way of one who replaced emit after it', async () => {
    const server = createServer(app);
    const detach = attach(server, router);
    const emitter: EventEmitter = server;
    const ours = emitter.emit.bind(emitter);
    const seen: unknown[] = [];
    emitter.emit = (event: string | symbol, ...args: unknown[]): boolean => {
      seen.push(event);
      return ours(event, ...args);
    };
    detach();
    const port = await started(server);
    const request = ['GET /__annotate/manifest HTTP/1.1', 'Host: localhost', 'Connection: close'];
    expect((await exchange(await open(port), request)).text).toContain('app');
    expect(seen).toContain('request');
  });

  it('refuses an absolute target for one of its paths', async () => {
    const server = createServer(app);
    attach(server, router);
    const port = await started(server);
    const request = ['GET http://evil.example/__annotate HTTP/1.1', 'Host: localhost', 'Connection: close'];
    expect((await exchange(await open(port), request)).status).toBe(400);
  });
});

function traces(server: ReturnType<(typeof kinds)[number]['create']>): object {
  const listeners = ['request', 'upgrade', 'connection', 'secureConnection', 'stream', 'close'].map(
    (event) => [event, server.listeners(event)],
  );
  return { keys: Reflect.ownKeys(server), listeners };
}
