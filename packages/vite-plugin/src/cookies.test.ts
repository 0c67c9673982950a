/** What an app passes on to another server has nothing of ours. */
import { once } from 'node:events';
import { createServer, get } from 'node:http';

import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer } from './testing/dev-server.ts';

// The plugin is off under Vitest.
beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

it('keeps its cookies from the servers that Vite passes requests on to', async () => {
  const seen: unknown[] = [];
  const upstream = createServer(({ headers }, response) => {
    seen.push(headers.cookie);
    response.end('upstream');
  });
  upstream.on('upgrade', ({ headers }, socket) => {
    seen.push(headers.cookie);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  onTestFinished(() => void upstream.close());
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const address = upstream.address();
  const target = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  await using app = await createApp({ 'index.html': '<h1>Hi</h1>' });
  await using server = await createDevServer(app, {
    plugins: [annotate()],
    server: { proxy: { '/api': { target, ws: true } } },
  });
  await server.vite.listen();
  const cookie = 'session=1; annotate-key=secret';
  expect(await (await fetch(`${server.origin()}/api/x`, { headers: { cookie } })).text()).toBe('upstream');
  const upgrade = { cookie, connection: 'Upgrade', upgrade: 'websocket' };
  await once(get(`${server.origin()}/api/socket`, { headers: upgrade }), 'response');
  expect(seen).toEqual(['session=1', 'session=1']);
});
