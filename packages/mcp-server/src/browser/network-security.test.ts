import { networkInterfaces } from 'node:os';

import { describe, expect, it } from 'vitest';

import { connectClient } from '../testing/browser-client.ts';
import { startBrowserServer } from '../testing/browser-server.ts';
import { expectNoSecret, json, routes, send } from '../testing/hostile-requests.ts';

describe('in network mode', () => {
  const lan = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')?.address;
  /** Another machine as the server sees one: by its own address, or else through a proxy that says so. */
  const elsewhere = (url: string) =>
    lan === undefined
      ? { from: url, headers: { 'x-forwarded-for': '203.0.113.9' } }
      : { from: url.replace(/localhost|127\.0\.0\.1/, lan), headers: {} };

  it.each(routes.slice(2, 5))('$path wants the key as a bearer token from other machines', async (route) => {
    const server = await startBrowserServer({ guard: { network: true } });
    const { from, headers } = elsewhere(server.url);
    const ask = (more: Record<string, string>) =>
      send(from, { ...route, headers: { ...route.headers, ...headers, ...more } });
    for (const shown of [
      {},
      { authorization: `Bearer ${'x'.repeat(43)}` },
      { cookie: `annotate-key=${server.key()}` },
    ]) {
      const { status, text } = await ask(shown);
      expect(status).toBe(401);
      expectNoSecret(server, text);
    }
    const inQuery = {
      ...route,
      path: `${route.path}${route.path.includes('?') ? '&' : '?'}apiKey=${server.key()}`,
    };
    expect(await send(from, { ...inQuery, headers: { ...route.headers, ...headers } })).toMatchObject({
      status: 401,
    });
  });

  it('a client with the key gets in, and not with the old one after it was replaced', async () => {
    const server = await startBrowserServer({ guard: { network: true } });
    const { from, headers } = elsewhere(server.url);
    const bearer = () => ({ ...headers, authorization: `Bearer ${server.key()}` });
    const before = bearer();
    const { client } = await connectClient(from, { headers: before });
    server.rotate();
    await expect(client.listTools()).rejects.toThrow();
    const { client: again } = await connectClient(from, { headers: bearer() });
    expect((await again.listTools()).tools.length).toBeGreaterThan(16);
  });

  it('without it, other machines are refused with any credentials', async () => {
    const server = await startBrowserServer();
    const { status } = await send(server.url, {
      ...routes[3],
      path: '/mcp',
      headers: { ...json, 'x-forwarded-for': '203.0.113.9' },
    });
    expect(status).toBe(401);
  });
});
