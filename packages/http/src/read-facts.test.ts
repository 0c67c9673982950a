import { createServer } from 'node:http';

import { describe, expect, it } from 'vitest';

import { readFacts } from './read-facts.ts';
import type { RequestFacts } from './request-facts.ts';
import { exchange, open } from './testing/raw-client.ts';
import { started } from './testing/servers.ts';
import { isSameToken, tokenCookie } from './token.ts';

describe('the facts of a request', () => {
  it('are those of its connection and head', async () => {
    const facts = await factsOf([
      'Origin: http://localhost',
      'Sec-Fetch-Site: none',
      'Sec-Fetch-Dest: document',
    ]);
    expect(facts).toEqual({
      method: 'GET',
      target: '/x',
      hosts: ['localhost'],
      origin: 'http://localhost',
      fetchSite: 'none',
      fetchDest: 'document',
      peer: '127.0.0.1',
      peerUser: 'same',
      localAddress: '127.0.0.1',
      forwardedFor: [],
      tokens: {},
      contentLength: undefined,
      upgrade: false,
      tls: false,
    });
  });

  it.each([
    {
      name: 'every Host',
      headers: ['host: evil.example', 'HOST: localhost'],
      facts: { hosts: ['localhost', 'evil.example', 'localhost'] },
    },
    { name: 'every Origin', headers: ['Origin: a', 'Origin: b'], facts: { origin: 'a, b' } },
    { name: 'a bearer token', headers: ['Authorization: bearer  abc'], facts: { tokens: { bearer: 'abc' } } },
    { name: 'no other kind of authorization', headers: ['Authorization: Basic abc'], facts: { tokens: {} } },
    {
      name: 'a token cookie among others',
      headers: ['Cookie: a=b; annotate-key=x%20y; c=d'],
      facts: { tokens: { cookie: 'x y' } },
    },
    {
      name: 'a token cookie that only this host can have set, apart from one that others can',
      headers: ['Cookie: annotate-key=x; __Host-annotate-key=y'],
      facts: { tokens: { cookie: 'x', 'host-cookie': 'y' } },
    },
    { name: 'no cookie that ends in the name', headers: ['Cookie: xannotate-key=x'], facts: { tokens: {} } },
    {
      name: 'no cookie that cannot be decoded',
      headers: ['Cookie: annotate-key=%E0%A4%A'],
      facts: { tokens: {} },
    },
    {
      name: 'a token in the query',
      target: '/x?a=1&apiKey=abc#apiKey=no',
      headers: [],
      facts: { tokens: { query: 'abc' } },
    },
    {
      name: 'no subprotocol outside an upgrade',
      headers: ['Sec-WebSocket-Protocol: annotate-key.abc'],
      facts: { tokens: {} },
    },
    {
      name: 'a token among the subprotocols of an upgrade',
      upgrade: true,
      headers: ['Sec-WebSocket-Protocol: annotate, annotate-key.a.b'],
      facts: { upgrade: true, tokens: { subprotocol: 'a.b' } },
    },
    {
      name: 'all whom proxies speak for',
      headers: ['X-Forwarded-For: 203.0.113.9, 10.0.0.1', 'X-Real-IP: ::1'],
      facts: { forwardedFor: ['203.0.113.9', '10.0.0.1', '::1'] },
    },
    {
      name: 'the standard Forwarded header',
      headers: ['Forwarded: for=192.0.2.60;proto=http;by=x, For="[2001:db8::1]"', 'Forwarded: for=_hidden'],
      facts: { forwardedFor: ['192.0.2.60', '2001:db8::1', '_hidden'] },
    },
  ])('hold $name', async ({ target, upgrade, headers, facts }) => {
    expect(await factsOf(headers, target, upgrade)).toMatchObject(facts);
  });

  it('hold the token that its cookie was made of', async () => {
    const token = 'a;b=c d/é';
    const [pair = ''] = tokenCookie(token, { secure: true }).split(';');
    const { tokens } = await factsOf([`Cookie: ${pair}`]);
    expect(tokens['host-cookie']).toBe(token);
  });
});

describe('a token', () => {
  it('travels in a cookie that scripts and other sites cannot use', () => {
    expect(tokenCookie('abc', { secure: false })).toBe('annotate-key=abc; Path=/; HttpOnly; SameSite=Strict');
    expect(tokenCookie('abc', { secure: true })).toBe(
      '__Host-annotate-key=abc; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
  });

  it.each([
    { shown: 'abc', expected: 'abc', same: true },
    { shown: 'abd', expected: 'abc', same: false },
    { shown: 'ab', expected: 'abc', same: false },
    { shown: '', expected: 'abc', same: false },
    { shown: 'ABC', expected: 'abc', same: false },
  ])('"$shown" against "$expected" is the same: $same', ({ shown, expected, same }) => {
    expect(isSameToken(shown, expected)).toBe(same);
  });
});

async function factsOf(headers: readonly string[], target = '/x', upgrade = false): Promise<RequestFacts> {
  const facts: RequestFacts[] = [];
  const server = createServer((request, response) => {
    facts.push(readFacts(request, upgrade, 'same'));
    response.end();
  });
  const port = await started(server);
  await exchange(await open(port), [
    `GET ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    'Connection: close',
  ]);
  const [only] = facts;
  if (only === undefined) throw new Error('The server saw no request.');
  return only;
}
