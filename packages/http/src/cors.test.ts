import { createServer } from 'node:http';

import { expect, it } from 'vitest';

import { sendJson } from './answer.ts';
import { middleware } from './middleware.ts';
import { createRouter } from './router.ts';
import type { Route } from './routes.ts';
import { listening, started } from './testing/servers.ts';

const routes: Route[] = [
  {
    prefix: '/__annotate/api',
    policy: 'page',
    handle: (_request, response, { local }) => sendJson(response, 200, { local }),
  },
  { path: '/mcp', policy: 'mcp', handle: (_request, response) => sendJson(response, 200, {}) },
];
const elsewhere = 'http://localhost:3000';
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'PATCH' },
});

function sharing(response: Response): string[] {
  return [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
}

it('lets a page of a listed origin read the answer, and no other', async () => {
  const { url } = await listening({ routes, allowedOrigins: [elsewhere] });
  const theirs = await fetch(`${url}/__annotate/api/x`, { headers: { origin: elsewhere } });
  expect(theirs.status).toBe(200);
  expect(theirs.headers.get('access-control-allow-origin')).toBe(elsewhere);
  expect(theirs.headers.get('vary')).toBe('Origin');
  const others = await fetch(`${url}/__annotate/api/x`, { headers: { origin: 'http://localhost:3001' } });
  expect(others.status).toBe(403);
  expect(sharing(others)).toEqual([]);
});

it('lets the extension read the answers that are for it, and no other extension', async () => {
  const ours: Route[] = (['health', 'connect'] as const).map((policy) => ({
    path: `/${policy}`,
    policy,
    handle: (_request, response) => sendJson(response, 200, {}),
  }));
  const { url } = await listening({ routes: ours, extensionIds: ['a'.repeat(32)] });
  const origin = `chrome-extension://${'a'.repeat(32)}`;
  for (const path of ['/health', '/connect']) {
    const answer = await fetch(url + path, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    const other = await fetch(url + path, { headers: { origin: `chrome-extension://${'b'.repeat(32)}` } });
    expect(other.status).toBe(403);
    expect(sharing(other)).toEqual([]);
  }
});

it('keeps a browser from showing a page of a listed origin what it got for its own page', async () => {
  const { url } = await listening({ routes });
  const answer = await fetch(`${url}/__annotate/api/x`, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(sharing(answer)).toEqual([]);
  expect(answer.headers.get('vary')).toBe('Origin');
});

it('lets a page of a listed origin read why it was refused', async () => {
  const { url } = await listening({ routes, allowedOrigins: [elsewhere] });
  const answer = await fetch(`${url}/__annotate/api/x`, {
    method: 'POST',
    headers: { origin: elsewhere },
    body: 'x'.repeat(2 * 1024 * 1024),
  });
  expect(answer.status).toBe(413);
  expect(answer.headers.get('access-control-allow-origin')).toBe(elsewhere);
});

it('answers the preflight of a listed origin, and no other', async () => {
  const { url } = await listening({ routes, allowedOrigins: [elsewhere] });
  const answer = await fetch(`${url}/__annotate/api/x`, preflight(elsewhere));
  expect(answer.status).toBe(204);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': elsewhere,
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers':
      'content-type, x-annotate-author-secret, x-annotate-author-name, authorization',
  });
  const other = await fetch(`${url}/__annotate/api/x`, preflight('https://evil.example'));
  expect(other.status).toBe(403);
  expect(sharing(other)).toEqual([]);
});

it('shares nothing of what is not for pages', async () => {
  const { url } = await listening({ routes, allowedOrigins: [elsewhere] });
  const answer = await fetch(`${url}/mcp`, { headers: { origin: elsewhere } });
  expect(answer.status).toBe(403);
  expect(sharing(answer)).toEqual([]);
});

it('keeps what a middleware before it said the answer varies by', async () => {
  const router = createRouter({ routes, allowedOrigins: [elsewhere], onError: () => undefined });
  const port = await started(
    createServer((request, response) => {
      response.setHeader('Vary', 'Accept-Encoding');
      response.setHeader('Access-Control-Allow-Origin', '*');
      middleware(router)(request, response, () => response.end());
    }),
  );
  const answer = await fetch(`http://localhost:${port}/__annotate/api/x`, { headers: { origin: elsewhere } });
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
  expect(answer.headers.get('access-control-allow-origin')).toBe(elsewhere);
});

it.each([
  { name: 'a program on this machine', headers: {}, local: true },
  { name: 'a visitor a tunnel let in', headers: { 'x-forwarded-for': '203.0.113.9' }, local: false },
  { name: 'a proxy that speaks for this machine', headers: { 'x-forwarded-for': '127.0.0.1' }, local: true },
])('tells its handlers whether $name sits here', async ({ headers, local }) => {
  const { url } = await listening({ routes, token: 'q1W2e3R4t5Y6u7I8o9P0' });
  const answer = await fetch(`${url}/__annotate/api/x?apiKey=q1W2e3R4t5Y6u7I8o9P0`, { headers });
  expect(await answer.json()).toEqual({ local });
});
