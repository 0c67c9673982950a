import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openSocket } from '@annotate-mcp/hub/testing/json-socket';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

beforeEach(() => {
  // The module remembers that this process has a hub.
  vi.resetModules();
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function readConfig(root: string): Promise<void> {
  const { withAnnotate } = await import('./with-annotate.ts');
  const read = withAnnotate({ basePath: '/docs' }, { root, store: 'memory:' });
  const context = { defaultConfig: { basePath: '' } };
  // Next reads its config several times.
  await read('phase-development-server', context);
  await read('phase-development-server', context);
}

async function listen(): Promise<{ server: Server; port: number; origin: string } & AsyncDisposable> {
  const server = createServer((_, response) => response.end('of the app'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port, origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

it('serves pages on a server that listened before the config was read, as that of next dev', async () => {
  await using app = await createApp({});
  await using next = await listen();
  await using other = await listen();
  vi.stubEnv('__NEXT_PRIVATE_ORIGIN', next.origin);
  vi.stubEnv('PORT', String(next.port));
  await readConfig(app.root);

  // The first connection is a WebSocket, as that of a page which was open before Next started again.
  const socket = await openSocket(`${next.origin}/docs/__annotate`);
  socket.socket.close();
  expect(await (await fetch(`${next.origin}/docs/__annotate/manifest`)).json()).toEqual({});
  expect(await (await fetch(`${next.origin}/docs/about`)).text()).toBe('of the app');
  // A server that the app itself starts in the same process is none of Next's.
  expect(await (await fetch(`${other.origin}/docs/__annotate/manifest`)).text()).toBe('of the app');
});

it('serves pages over a connection that was open before the config was read', async () => {
  await using app = await createApp({});
  await using next = await listen();
  vi.stubEnv('__NEXT_PRIVATE_ORIGIN', next.origin);
  vi.stubEnv('PORT', String(next.port));
  // A browser asks for the page until Next answers, and keeps its connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const [response] = (await once(get(next.origin + path, { agent }), 'response')) as [IncomingMessage];
    return text(response);
  };
  expect(await ask('/docs/about')).toBe('of the app');
  await readConfig(app.root);
  expect(await ask('/docs/__annotate/manifest')).toBe('{}');
  agent.destroy();
});

it('serves pages on a custom server, which listens after the config was read', async () => {
  await using app = await createApp({});
  await readConfig(app.root);
  await using custom = await listen();
  await expect
    .poll(async () => (await fetch(`${custom.origin}/docs/__annotate/manifest`)).headers.get('etag'))
    .not.toBeNull();
});

it('refuses pages of other origins', async () => {
  await using app = await createApp({});
  await using next = await listen();
  await readConfig(app.root);
  const headers = { Origin: 'http://example.com' };
  expect(await fetch(`${next.origin}/docs/__annotate/manifest`, { headers })).toMatchObject({ status: 403 });
});
