import { expect, it } from 'vitest';

import { startHttpServer } from '../testing/http-server.ts';

async function open(url: string): Promise<{ next: () => Promise<string>; close: () => void }> {
  const connection = new AbortController();
  const { body } = await fetch(`${url}/sse`, { signal: connection.signal });
  if (body === null) throw new Error('There is no stream.');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  return { next: async () => (await reader.read()).value ?? '', close: () => connection.abort() };
}

const send = (url: string, endpoint: string, body: unknown) =>
  fetch(new URL(endpoint, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('names the endpoint first, takes messages with 202 and answers on the stream', async () => {
  const { url } = await startHttpServer();
  const stream = await open(url);
  const [, endpoint = ''] =
    /^event: endpoint\ndata: (\/message\?session_id=[\w-]{36})\n\n$/.exec(await stream.next()) ?? [];
  const answer = await send(url, endpoint, { jsonrpc: '2.0', id: 7, method: 'ping' });
  expect([answer.status, await answer.text()]).toEqual([202, '']);
  const [, message = ''] = /^event: message\ndata: (.*)\n\n$/.exec(await stream.next()) ?? [];
  expect(JSON.parse(message)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  stream.close();
});

it('refuses what is not a message, and continues to work', async () => {
  const { url } = await startHttpServer();
  const stream = await open(url);
  const endpoint = /data: (.*)/.exec(await stream.next())?.[1] ?? '';
  for (const body of [null, 7, [], [{ jsonrpc: '2.0', id: 1, method: 'ping' }], { jsonrpc: '1.0', id: 1 }]) {
    const answer = await send(url, endpoint, body);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/not a JSON-RPC message.*Send one/);
  }
  await send(url, endpoint, { jsonrpc: '2.0', id: 7, method: 'ping' });
  expect(await stream.next()).toContain('"id":7');
  stream.close();
});

it('answers each connection on its own stream only', async () => {
  const { url } = await startHttpServer();
  const [one, two] = [await open(url), await open(url)];
  const endpoints = [await one.next(), await two.next()].map((event) => /data: (.*)/.exec(event)?.[1] ?? '');
  await send(url, endpoints[1] ?? '', { jsonrpc: '2.0', id: 2, method: 'ping' });
  await send(url, endpoints[0] ?? '', { jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(await one.next()).toContain('"id":1');
  expect(await two.next()).toContain('"id":2');
  one.close();
  two.close();
});
