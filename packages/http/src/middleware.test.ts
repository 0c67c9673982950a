import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { expect, it, onTestFinished } from 'vitest';

import { sendJson } from './answer.ts';
import { attach } from './attach.ts';
import { middleware } from './middleware.ts';
import { createRouter } from './router.ts';
import { exchange, nextAnswer, open, webSocketHead } from './testing/raw-client.ts';

const router = createRouter({
  routes: [
    {
      prefix: '/__annotate',
      policy: 'page',
      handle: (_request, response, { path, below }) => sendJson(response, 200, { path, below }),
    },
    {
      path: '/__annotate',
      policy: 'page',
      upgrade: (_request, socket) => void socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    },
  ],
  onError: () => undefined,
});
const ours = middleware(router);

it.each([
  { name: 'in front of the app', base: '/', mount: '', path: '/__annotate/api/x' },
  {
    name: 'below a mount path that it still sees',
    base: '/',
    mount: '/shop',
    path: '/shop/__annotate/api/x',
  },
  {
    name: 'at its own path, which the mount cuts off',
    base: '/',
    mount: '/__annotate',
    path: '/__annotate/api/x',
  },
  { name: 'beside a base of the app', base: '/shop/', mount: '', path: '/__annotate/api/x' },
])('answers its paths on a Vite server when used $name', async ({ base, mount, path }) => {
  const { url } = await vite(base, ({ middlewares }) => {
    if (mount === '') middlewares.use(ours);
    else middlewares.use(mount, ours);
  });
  const answer = await fetch(`${url}${path}`);
  expect(await answer.json()).toEqual({ path: '/__annotate/api/x', below: '/api/x' });
});

it('answers behind the cut of a base, as plugins that run last do', async () => {
  const { url } = await vite('/shop/', ({ middlewares }) => () => {
    middlewares.use(ours);
  });
  const answer = await fetch(`${url}/shop/__annotate/api/x`);
  expect(await answer.json()).toEqual({ path: '/__annotate/api/x', below: '/api/x' });
});

it('passes every other request on, from every client', async () => {
  const { url } = await vite('/', ({ middlewares }) => {
    middlewares.use(ours);
    middlewares.use((_request, response) => void response.end('app'));
  });
  const answer = await fetch(`${url}/__annotated`, { headers: { origin: 'https://evil.example' } });
  expect(await answer.text()).toBe('app');
});

it('refuses a page on another local port, and takes back the CORS headers Vite invites it with', async () => {
  const { url } = await vite('/', ({ middlewares }) => {
    middlewares.use(ours);
  });
  const headers = { origin: 'http://localhost:3000' };
  const theirs = await fetch(`${url}/@vite/client`, { headers });
  expect(theirs.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  const answer = await fetch(`${url}/__annotate/api`, { headers });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'origin/foreign' });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('attached to a Vite server, takes its own upgrades and leaves HMR to Vite', async () => {
  const { port, server } = await vite('/', () => undefined);
  if (server.httpServer === null) throw new Error('Vite has no HTTP server.');
  attach(server.httpServer, router);
  const own = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`];
  expect((await exchange(await open(port), webSocketHead('/__annotate', own))).status).toBe(101);

  const socket = await open(port);
  const hmr = nextAnswer(socket);
  // Without Origin, as Vite asks pages for a token it gave them.
  const head = webSocketHead('/', [`Host: localhost:${port}`, 'Sec-WebSocket-Protocol: vite-hmr']);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  expect(await hmr).toMatchObject({ status: 101, headers: { 'sec-websocket-protocol': 'vite-hmr' } });
  socket.destroy();
});

async function vite(
  base: string,
  configureServer: NonNullable<Plugin['configureServer']>,
): Promise<{ url: string; port: number; server: ViteDevServer }> {
  const root = await mkdtemp(join(tmpdir(), 'annotate-http-'));
  const server = await createServer({
    configFile: false,
    root,
    base,
    cacheDir: join(root, '.vite'),
    logLevel: 'silent',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, watch: null },
    plugins: [{ name: 'test', configureServer }],
  });
  await server.listen();
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('Vite has no TCP address.');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, server };
}
