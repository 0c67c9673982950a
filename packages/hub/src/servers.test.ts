import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { Duplex } from 'node:stream';

import { createServer as createVite } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';

import { selfSigned } from '@annotate-mcp/http/testing/self-signed';

import { createTestHub, startHub, temporaryFolder } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

const app = (_request: unknown, response: { end(text: string): unknown }): void => void response.end('app');

async function started(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const kinds = [
  { kind: 'http', create: () => createServer(app), scheme: 'http' },
  { kind: 'https', create: () => createHttpsServer(selfSigned(), app), scheme: 'https' },
  {
    kind: 'http2 with HTTP/1 allowed',
    create: () => createSecureServer({ ...selfSigned(), allowHTTP1: true }, app),
    scheme: 'https',
  },
];

describe.each(kinds)('attached to $kind', ({ create, scheme }) => {
  it('serves pages until it is closed, and does not take WebSockets of the app', async () => {
    const { hub } = await createTestHub();
    const server = create();
    const hmr = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      hmr.handleUpgrade(request, socket, head, (webSocket) => webSocket.send('{"type":"manifest:update"}'));
    });
    hub.attach(server);
    const url = `${scheme}://127.0.0.1:${await started(server)}`;
    const tab = await TestTab.open(`${url}/__annotate`);
    expect(await tab.resume()).toHaveLength(3);
    const theirs = await TestTab.open(`${url}/hmr`, { origin: 'http://elsewhere' });
    expect(await theirs.next('manifest:update')).toBeDefined();
    await hub.close();
    expect(await tab.closed).toBe(1001);
    expect(theirs.socket.readyState).toBe(theirs.socket.OPEN);
    const after = await TestTab.open(`${url}/__annotate`);
    expect(await after.next('manifest:update')).toBeDefined();
  });
});

describe('as middleware', () => {
  const connectStyle = (
    use: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
  ) => createServer((request, response) => use(request, response, () => response.end('app')));

  it('serves requests and finds the server for its WebSockets', async () => {
    const { hub } = await createTestHub({ manifest: () => ({ Card: { component: 'card.ts' } }) });
    const port = await started(connectStyle(hub.middleware));
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(url)).text()).toBe('app');
    const manifest = await fetch(`${url}/__annotate/manifest`);
    expect(await manifest.json()).toEqual({ Card: { component: 'card.ts' } });
    const tab = await TestTab.open(`${url}/__annotate`);
    expect(await tab.resume()).toHaveLength(3);
    await hub.close();
    expect(await (await fetch(`${url}/__annotate/manifest`)).text()).toBe('app');
  });

  it('accepts a WebSocket that comes before the first request at its second attempt', async () => {
    const { hub } = await createTestHub();
    const port = await started(connectStyle(hub.middleware));
    const url = `http://127.0.0.1:${port}/__annotate`;
    await expect(TestTab.open(url)).rejects.toThrow('426');
    expect(await (await TestTab.open(url)).resume()).toHaveLength(3);
  });

  it('works below a mount path, WebSockets too', async () => {
    const { hub } = await createTestHub();
    const port = await started(
      connectStyle((request, response, next) => {
        const { url = '/' } = request;
        if (!url.startsWith('/tools/')) {
          next();
          return;
        }
        Object.assign(request, { originalUrl: url, url: url.slice('/tools'.length) });
        hub.middleware(request, response, next);
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/tools/__annotate/manifest`)).status).toBe(200);
    expect(await (await TestTab.open(`${url}/tools/__annotate`)).resume()).toHaveLength(3);
    await expect(TestTab.open(`${url}/__annotate`)).rejects.toThrow();
  });

  it('works in Connect, below the base of a Vite server', async () => {
    const { hub } = await createTestHub({ base: '/app/' });
    const vite = await createVite({
      configFile: false,
      root: temporaryFolder(),
      base: '/app/',
      logLevel: 'silent',
      appType: 'custom',
      server: { middlewareMode: true, hmr: false, watch: null },
      plugins: [{ name: 'hub', configureServer: (server) => void server.middlewares.use(hub.middleware) }],
    });
    onTestFinished(() => vite.close());
    const url = `http://127.0.0.1:${await started(createServer(vite.middlewares))}/app`;
    expect((await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
    expect(await (await TestTab.open(`${url}/__annotate`)).resume()).toHaveLength(3);
  });
});

describe('attached to a server with a base', () => {
  it('is found below the base and at the root', async () => {
    const { hub } = await createTestHub({ base: '/app/' });
    const server = createServer(app);
    hub.attach(server);
    const url = `http://127.0.0.1:${await started(server)}`;
    for (const prefix of ['', '/app']) {
      expect((await fetch(`${url}${prefix}/__annotate/manifest`)).status).toBe(200);
      expect(await (await TestTab.open(`${url}${prefix}/__annotate`)).resume()).toHaveLength(3);
    }
    expect(await (await fetch(`${url}/x/__annotate/manifest`)).text()).toBe('app');
  });
});

describe('closing', () => {
  it('closes every tab with 1001, ends their sessions, frees the port and leaves the store open', async () => {
    const { hub, connect, otherStore, store, url } = await startHub();
    const tabs = await Promise.all([connect(), connect()]);
    for (const tab of tabs) await tab.resume();
    await hub.close();
    await hub.close();
    expect(await Promise.all(tabs.map((tab) => tab.closed))).toEqual([1001, 1001]);
    expect((await otherStore.sessions.list()).map(({ active }) => active)).toEqual([false, false]);
    expect(await store.count()).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('does not wait for a tab that does not answer the close frame', async () => {
    const { hub, connect } = await startHub({ timing: { closeTimeoutMs: 20 } });
    const tab = await connect();
    await tab.resume();
    tab.socket.pause();
    await hub.close();
  });

  it('handles all messages that were received before', async () => {
    const { hub, connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    for (let n = 1; n <= 10; n++) tab.send({ type: 'annotation:create', payload: payload(n) });
    await tab.next('annotation:created');
    await hub.close();
    expect(await store.count()).toBe(10);
  });
});
