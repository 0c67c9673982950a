import { request } from 'node:http';

import { describe, expect, it } from 'vitest';

import { startHttpServer } from '../testing/http-server.ts';
import { initialize } from '../testing/raw-mcp.ts';

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Case {
  name: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  words: RegExp;
}

const cases: readonly Case[] = [
  ...['/mcp', '/sse', '/message'].flatMap((path): Case[] => [
    {
      name: 'a foreign Host',
      path,
      headers: { host: 'evil.test' },
      status: 403,
      words: /evil\.test/,
    },
    {
      name: 'a page of another origin',
      path,
      headers: { origin: 'https://evil.test' },
      status: 403,
      words: /origin/i,
    },
    {
      name: 'a method without meaning',
      method: 'PUT',
      path,
      status: 405,
      words: /PUT is not supported here.*Use/,
    },
  ]),
  ...['/mcp', '/message'].flatMap((path): Case[] => [
    {
      name: 'a body that is too long',
      method: 'POST',
      path,
      headers: json,
      body: JSON.stringify('x'.repeat(4 * 1024 * 1024)),
      status: 413,
      words: /larger than the \d+ bytes/,
    },
    {
      name: 'a body without a JSON type',
      method: 'POST',
      path,
      headers: { accept: json.accept, 'content-type': 'text/plain' },
      body: ping,
      status: 415,
      words: /only JSON is taken/,
    },
    {
      name: 'bad JSON',
      method: 'POST',
      path,
      headers: json,
      body: '{"a":',
      status: 400,
      words: /not valid JSON/,
    },
    { name: 'an empty body', method: 'POST', path, headers: json, status: 400, words: /body is empty/ },
  ]),
  {
    name: 'a body that is too long and does not say so',
    method: 'POST',
    path: '/mcp',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body: JSON.stringify('x'.repeat(4 * 1024 * 1024)),
    status: 413,
    words: /larger than the \d+ bytes/,
  },
  {
    name: 'an unknown session',
    method: 'POST',
    path: '/mcp',
    headers: { ...json, 'mcp-session-id': 'nope' },
    body: ping,
    status: 404,
    words: /no such MCP session.*Connect again/,
  },
  {
    name: 'a stream of an unknown session',
    path: '/mcp',
    headers: { accept: 'text/event-stream', 'mcp-session-id': 'nope' },
    status: 404,
    words: /no such MCP session/,
  },
  {
    name: 'a GET that accepts nothing and names no session',
    path: '/mcp',
    status: 400,
    words: /names no MCP session/,
  },
  { name: 'a DELETE of nothing', method: 'DELETE', path: '/mcp', status: 400, words: /names no MCP session/ },
  {
    name: 'a message for a session that never was',
    method: 'POST',
    path: '/message?session_id=nope',
    headers: json,
    body: ping,
    status: 404,
    words: /No connection is open for this session_id.*GET \/sse/,
  },
  {
    name: 'a message for no session',
    method: 'POST',
    path: '/message',
    headers: json,
    body: ping,
    status: 404,
    words: /No connection is open/,
  },
  {
    name: 'a revision that does not exist',
    method: 'POST',
    path: '/mcp',
    headers: { ...json, 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'tools/list' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    }),
    status: 400,
    words: /2026-07-28/,
  },
];

describe('over HTTP', () => {
  it.each(cases)('$name ($path) is refused with $status and a message', async (refused) => {
    const { url, errors } = await startHttpServer();
    const { status, text } = await send(url, refused);
    expect(text).toMatch(refused.words);
    expect(status).toBe(refused.status);
    expect(text).not.toContain('    at ');
    expect(errors).toEqual([]);
  });

  it('a stream is refused to a client that does not accept one', async () => {
    const { url } = await startHttpServer();
    const { id } = await initialize(url);
    const answer = await fetch(`${url}/mcp`, { headers: { accept: 'text/html', 'mcp-session-id': id } });
    expect(answer.status).toBe(406);
    expect(await answer.text()).toMatch(/must accept text\/event-stream/);
  });

  it('a session of one transport is unknown to the other', async () => {
    const { url } = await startHttpServer();
    const { id } = await initialize(url);
    const { status, text } = await send(url, {
      method: 'POST',
      path: `/message?session_id=${id}`,
      headers: json,
      body: ping,
    });
    expect(status).toBe(404);
    expect(text).toMatch(/No connection is open/);
  });
});

/** Not `fetch`, which sets Host and Origin as it sees fit. */
async function send(
  url: string,
  { method = 'GET', path, headers = {}, body }: Pick<Case, 'method' | 'path' | 'headers' | 'body'>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
