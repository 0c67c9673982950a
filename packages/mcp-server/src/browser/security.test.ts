/** Requests that must be refused. The guard's rules are tested in packages/http; here, that each route has them. */
import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { decodeConnection } from '@annotate-mcp/browser-protocol';

import { connectClient } from '../testing/browser-client.ts';
import { startBrowserServer } from '../testing/browser-server.ts';
import {
  extensionOrigin,
  json,
  toolsList,
  send,
  expectNoSecret,
  routes,
} from '../testing/hostile-requests.ts';
import { connectExtension, tab } from '../testing/scripted-extension.ts';

describe('over HTTP', () => {
  it.each(routes)('$path refuses a foreign Host', async (route) => {
    const server = await startBrowserServer();
    const { status, text } = await send(server.url, {
      ...route,
      headers: { ...route.headers, host: 'evil.test' },
    });
    expect(status).toBe(403);
    expectNoSecret(server, text);
  });

  it.each(routes)('$path is closed to a page of another site', async (route) => {
    const server = await startBrowserServer();
    for (const origin of [
      'https://evil.test',
      'http://localhost:5173',
      'null',
      `chrome-extension://${'a'.repeat(32)}`,
    ]) {
      const headers = { ...route.headers, origin };
      const { status, text } = await send(server.url, { ...route, headers });
      expect({ origin, status }).toEqual({ origin, status: 403 });
      expectNoSecret(server, text);
    }
  });

  it('MCP is closed to the extension too: what it may do is its socket', async () => {
    const { url } = await startBrowserServer();
    const { status } = await send(url, {
      method: 'POST',
      path: '/mcp',
      headers: { ...json, origin: extensionOrigin },
      body: toolsList,
    });
    expect(status).toBe(403);
  });

  it('/health reports to all programs on this machine whether a browser is connected', async () => {
    const { url, extension } = await startBrowserServer();
    const health = async () => JSON.parse((await send(url, { path: '/health' })).text) as object;
    expect(await health()).toEqual({
      extensionConnected: false,
      sessions: 0,
      commandsUnderWay: 0,
      version: '0.0.0',
    });
    await extension();
    await connectClient(url);
    expect(await health()).toMatchObject({ extensionConnected: true, sessions: 1 });
  });
});

describe('/connect', () => {
  const origin = { origin: extensionOrigin };

  it('trades the code for the connection string, once', async () => {
    const { url, key, code } = await startBrowserServer();
    const path = `/connect?code=${code.current.toLowerCase().replace('-', '')}`;
    const { status, text } = await send(url, { path, headers: origin });
    expect(status).toBe(200);
    const { connection, url: named } = JSON.parse(text) as { connection: string; url: string };
    expect(decodeConnection(connection)).toEqual({ url, key: key() });
    expect(named).toBe(url);
    expect(await send(url, { path, headers: origin })).toMatchObject({ status: 403 });
  });

  it('has another code after a few wrong guesses, so that it cannot be found by trying', async () => {
    const server = await startBrowserServer();
    const { url, code } = server;
    const right = code.current;
    for (let guess = 0; guess < 5; guess++) {
      const { status, text } = await send(url, { path: '/connect?code=AAAA-AAAA', headers: origin });
      expect(status).toBe(403);
      expectNoSecret(server, text);
    }
    expect(code.current).not.toBe(right);
    expect(await send(url, { path: `/connect?code=${right}`, headers: origin })).toMatchObject({
      status: 403,
    });
  });

  it('wants a code', async () => {
    const { url } = await startBrowserServer();
    expect(await send(url, { path: '/connect' })).toMatchObject({ status: 403 });
    expect(await send(url, { method: 'POST', path: '/connect?code=x' })).toMatchObject({ status: 405 });
  });

  it('answers only on the machine of the server, also when it is open to the network', async () => {
    const { url, code } = await startBrowserServer({ guard: { network: true } });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const { status } = await send(url, { path: `/connect?code=${code.current}`, headers });
    expect(status).toBe(403);
  });
});

describe("the extension's socket", () => {
  it.each([
    { name: 'a page', options: { origin: 'https://evil.test' }, status: 403 },
    { name: 'a page of a dev server', options: { origin: 'http://localhost:5173' }, status: 403 },
    { name: 'a page that this server would serve', options: { origin: 'http://127.0.0.1' }, status: 403 },
    { name: 'another extension', options: { origin: `chrome-extension://${'a'.repeat(32)}` }, status: 403 },
    { name: 'a wrong key', options: { key: 'x'.repeat(43) }, status: 401 },
    { name: 'a wrong key in the query', options: { key: 'x'.repeat(43), keyInQuery: true }, status: 401 },
    { name: 'no key', options: { key: '' }, status: 401 },
    { name: 'a foreign Host', options: { headers: { host: 'evil.test' } }, status: 403 },
    { name: 'an upgrade through a tunnel', options: { headers: { host: 'a.tunnel.test' } }, status: 403 },
  ])('is closed to $name', async ({ options, status }) => {
    const server = await startBrowserServer();
    const { url, key, bridge } = server;
    const opening = connectExtension(url, options.key ?? key(), {
      ...options,
      keyInQuery: options.key === '' || options.keyInQuery === true,
    });
    await expect(opening).rejects.toThrow(`Unexpected server response: ${status}`);
    expect(bridge.connected).toBeNull();
    expectNoSecret(server);
  });

  it('takes the key from the query, too', async () => {
    const { extension, bridge } = await startBrowserServer();
    await extension({ keyInQuery: true });
    expect(bridge.connected).not.toBeNull();
  });

  it('takes it from nowhere else', async () => {
    const { url, key } = await startBrowserServer();
    const headers = { authorization: `Bearer ${key()}`, cookie: `annotate-key=${key()}` };
    await expect(connectExtension(url, '', { headers, keyInQuery: true })).rejects.toThrow('401');
  });

  it('does not send the key back', async () => {
    const { extension, key } = await startBrowserServer();
    const { socket } = await extension();
    expect(socket.protocol).not.toContain(key());
  });

  it('takes the new key and not the old one after it was replaced', async () => {
    const server = await startBrowserServer();
    const old = server.key();
    const before = await server.extension();
    server.rotate();
    await before.closed;
    await expect(connectExtension(server.url, old)).rejects.toThrow('401');
    const after = await server.extension({ script: { get_tabs: () => ({ tabs: [tab] }) } });
    const { call } = await connectClient(server.url);
    expect((await call('browser_get_tabs')).structuredContent).toMatchObject({ tabs: [{ tab_id: 7 }] });
    expect(after.commands).toHaveLength(1);
    for (const line of server.log) expect(line).not.toContain(old);
  });

  it('has no other path', async () => {
    const { url, key } = await startBrowserServer();
    for (const path of ['/mcp', '/sse', '/health', '/x']) {
      await expect(connectExtension(`${url}${path}`, key())).rejects.toThrow(
        /Unexpected server response: 40[34]/,
      );
    }
  });
});

describe('/message', () => {
  it('refuses a session of another transport, and an unknown one', async () => {
    const { url } = await startBrowserServer();
    const { client } = await connectClient(url);
    const sessionId = (client.transport as { sessionId?: string }).sessionId ?? '';
    expect(sessionId).not.toBe('');
    for (const id of [sessionId, 'nope', '', '../mcp']) {
      const path = `/message?session_id=${encodeURIComponent(id)}`;
      const { status } = await send(url, { method: 'POST', path, headers: json, body: toolsList });
      expect({ id, status }).toEqual({ id, status: 404 });
    }
  });

  it('answers on the stream of the session it names, and on no other', async () => {
    const { url } = await startBrowserServer();
    const [mine, yours] = [await openSse(url), await openSse(url)];
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    await send(url, { method: 'POST', path: mine.path, headers: json, body: ping(1) });
    expect(await mine.next()).toContain('"id":1');
    // Were it told of the first one too, that would come first.
    await send(url, { method: 'POST', path: yours.path, headers: json, body: ping(2) });
    expect(await yours.next()).toContain('"id":2');
  });

  it('runs no second request that is hidden in the body of a first', async () => {
    const { url, extension } = await startBrowserServer();
    const { commands } = await extension({ script: { get_tabs: () => ({ tabs: [] }) } });
    const victim = await openSse(url);
    const call = JSON.stringify({
      jsonrpc: '2.0',
      id: 9,
      method: 'tools/call',
      params: { name: 'browser_get_tabs', arguments: {} },
    });
    const hidden = `POST ${victim.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`;
    const body = `0\r\n\r\n${hidden}`;
    const answer = await raw(
      url,
      `POST /message?session_id=x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(commands).toEqual([]);
  });
});

async function openSse(url: string): Promise<{ path: string; next: () => Promise<string> }> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${url}/sse`, { signal: leaving.signal });
  if (response.body === null) throw new Error('No stream.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: string[] = [];
  const next = async (): Promise<string> => {
    while (events.length === 0) {
      const { value = '', done } = await reader.read();
      if (done) throw new Error('The stream has ended.');
      events.push(...[...value.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data));
    }
    return events.shift() ?? '';
  };
  return { path: await next(), next };
}

async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}
