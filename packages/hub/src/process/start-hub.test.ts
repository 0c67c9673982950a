import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect as connectSession, createSecureServer } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, it, onTestFinished } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { createRouter } from '@annotate-mcp/http';
import { openStore } from '@annotate-mcp/store';

import { createHub } from '../create-hub.ts';
import {
  create,
  hubPids,
  isAlive,
  listElsewhere,
  listen,
  ofTheApp,
  openTab,
  readEveryFile,
  startApp,
  startAppProcess,
} from '../testing/hub-process.ts';
import { temporaryFolder } from '../testing/hub-server.ts';
import { openSocket } from '../testing/json-socket.ts';
import { selfSigned } from '../testing/self-signed.ts';
import { payload } from '../testing/tab.ts';

import { createForwardedServer } from './serve-forwarded.ts';

it('serves pages, sockets and the API of the hub, and leaves the rest to the app', async () => {
  const { url, openTab, errors } = await startApp({
    manifest: () => ({ Card: { component: 'src/card.ts' } }),
  });
  expect(await (await fetch(url)).text()).toBe('of the app');
  expect(await (await fetch(`${url}/__annotate/manifest`)).json()).toEqual({
    Card: { component: 'src/card.ts' },
  });
  expect((await fetch(`${url}/__annotate/overlay.js`)).headers.get('content-type')).toMatch(/javascript/);
  const tab = await openTab();
  expect(await tab.request(create(1))).toMatchObject({ type: 'message:done' });
  const listed = await fetch(`${url}/__inline-review/api/annotations`);
  expect(await listed.json()).toMatchObject({ annotations: [{ id: uuidOf(1) }] });
  const posted = await fetch(`${url}/__annotate/api/annotations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...payload(2), note: 'ü'.repeat(300_000) }),
  });
  expect(posted.status).toBe(201);
  expect((await fetch(`${url}/__annotate/nothing`)).status).toBe(404);
  expect(errors).toEqual([]);
});

it('the guard judges the connection of the page, as if the hub ran in the dev server', async () => {
  const { url } = await startApp();
  const get = (headers: Record<string, string>) => fetch(`${url}/__annotate/manifest`, { headers });
  expect((await get({ origin: 'http://example.com' })).status).toBe(403);
  expect((await get({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
  await expect(openSocket(`${url}/__annotate`, { origin: 'http://example.com' })).rejects.toThrow('403');
  const asked = request(`${url}/__annotate/manifest`, {
    headers: ['Host', 'evil.test', 'Host', 'localhost'],
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(400);
});

it('reads the options of the guard again for each request', async () => {
  const guard = { allowedOrigins: [] as string[] };
  const { url } = await startApp({ guard });
  const get = () => fetch(`${url}/__annotate/manifest`, { headers: { origin: 'http://localhost:9' } });
  expect((await get()).status).toBe(403);
  guard.allowedOrigins.push('http://localhost:9');
  expect((await get()).status).toBe(200);
  guard.allowedOrigins.pop();
  expect((await get()).status).toBe(403);
});

it('serves a middleware that is mounted below a path, with its sockets', async () => {
  const { hub } = await startApp();
  const url = await listen(
    createServer((incoming, response) => {
      // As Connect and Express do for `app.use('/tools', hub.middleware)`.
      Object.assign(incoming, { originalUrl: incoming.url, url: incoming.url?.replace(/^\/tools/, '') });
      hub.middleware(incoming, response, () => response.end('of the app'));
    }),
    () => undefined,
  );
  expect((await fetch(`${url}/tools/__annotate/manifest`)).status).toBe(200);
  expect(await (await openTab(`${url}/tools`)).request(create(1))).toMatchObject({ type: 'message:done' });
});

it('serves a server of HTTP/2', async () => {
  const { hub } = await startApp();
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, ofTheApp as never).listen(
    0,
    '127.0.0.1',
  );
  hub.attach(server);
  await once(server, 'listening');
  const address = server.address();
  const session = connectSession(
    `https://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    {
      rejectUnauthorized: false,
    },
  );
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const asked = session.request({ ':path': '/__annotate/manifest' });
  const [headers] = (await once(asked, 'response')) as [Record<string, unknown>];
  expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/json; charset=utf-8' });
  expect(await text(asked)).toBe('{}');
});

it('refuses a request that cannot be passed on, and the app goes on', async () => {
  const { hub, errors } = await startApp();
  const url = await listen(
    createServer((incoming, response) => {
      // As code of an app that decodes addresses before others see them.
      incoming.url = decodeURIComponent(incoming.url ?? '/');
      hub.middleware(incoming, response, () => response.end('of the app'));
    }),
    () => undefined,
  );
  expect((await fetch(`${url}/__annotate/api/two%20words`)).status).toBe(503);
  expect(errors.map(String)).toEqual([expect.stringContaining('unescaped characters')]);
  expect(await (await fetch(url)).text()).toBe('of the app');
});

it('takes a body that a parser of the app has read', async () => {
  const { hub } = await startApp();
  const url = await listen(
    createServer((incoming, response) => {
      void text(incoming).then((body) => {
        // As `express.json()` does; a parser of another kind keeps nothing.
        if (body.startsWith('{')) Object.assign(incoming, { body: JSON.parse(body) as unknown });
        hub.middleware(incoming, response, () => response.end('of the app'));
      });
    }),
    () => undefined,
  );
  const post = async (body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/__annotate/api/annotations`, { method: 'POST', headers, body });
    return { status: answer.status, answer: (await answer.json()) as unknown };
  };
  expect(await post(JSON.stringify(payload(1, 'Größer')))).toMatchObject({
    status: 201,
    answer: { annotationText: 'Größer' },
  });
  expect(await post('not JSON')).toMatchObject({
    status: 500,
    answer: { code: 'body/already-read' },
  });
  expect((await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
});

it('what the dev server reads and closes does not hide a comment', async () => {
  const { root, openTab } = await startApp();
  const tab = await openTab();
  for (const n of [1, 2, 3]) {
    expect(await tab.request(create(n))).toMatchObject({ type: 'message:done' });
    readEveryFile(join(root, '.annotate'));
    expect(await listElsewhere(root)).toHaveLength(n);
  }
});

it.runIf(process.platform === 'linux')('the dev server has no file of the store open', async () => {
  const { root, openTab } = await startApp();
  await (await openTab()).request(create(1));
  const open = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return []; // The descriptor by which the folder was read.
    }
  });
  expect(open.filter((path) => path.startsWith(root))).toEqual([]);
});

it('a process that was killed is started again, and has all that was acknowledged', async () => {
  const { root, url, errors, openTab } = await startApp();
  const tab = await openTab();
  expect(await tab.request(create(1))).toMatchObject({ type: 'message:done' });
  const [pid = 0] = hubPids(root);
  process.kill(pid, 'SIGKILL');
  expect(await tab.closed).toBe(1006);
  expect((await fetch(url)).status).toBe(200);
  // This request waits until the process is there again.
  await expect.poll(async () => (await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
  const again = await openTab();
  expect(await again.request(create(2))).toMatchObject({ type: 'message:done' });
  expect(await listElsewhere(root)).toEqual([uuidOf(1), uuidOf(2)]);
  expect(errors.map(String)).toEqual([
    'Error: The process of annotate was ended by SIGKILL and is started again. Pages keep what was not stored yet.',
  ]);
  const pids = hubPids(root);
  expect(pids).toHaveLength(1);
  expect(pids).not.toContain(pid);
  expect(pids.every(isAlive)).toBe(true);
});

it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'ends when its dev server is ended by %s',
  async (signal) => {
    const root = temporaryFolder();
    const { app, url, pid } = await startAppProcess(root);
    const tab = await openTab(url);
    expect(await tab.request(create(1))).toMatchObject({ type: 'message:done' });
    app.kill(signal);
    expect(await tab.closed).toBe(signal === 'SIGKILL' ? 1006 : 1001);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(hubPids(root)).toEqual([]);
    expect(await listElsewhere(root)).toEqual([uuidOf(1)]);
  },
);

it('ends with the hub, after telling its pages', async () => {
  const { hub, root, url, openTab } = await startApp();
  const tab = await openTab();
  const [pid = 0] = hubPids(root);
  await hub.close();
  expect(await tab.closed).toBe(1001);
  expect(isAlive(pid)).toBe(false);
  expect(await (await fetch(`${url}/__annotate/manifest`)).text()).toBe('of the app');
});

it('says why a store cannot be opened', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, '.annotate'));
  writeFileSync(join(root, '.annotate', 'store.db'), 'not a database');
  await expect(startApp({ root })).rejects.toMatchObject({
    message: expect.stringContaining('store.db') as unknown,
    hint: expect.stringMatching(/./) as unknown,
    code: 'store/unreadable',
  });
  expect(readFileSync(join(root, '.annotate', 'store.db'), 'utf8')).toBe('not a database');
});

it('a connection to the process without its key is closed unread', async () => {
  const { path, close } = await startForwardedServer('the key');
  onTestFinished(close);
  for (const line of [
    '{"key":"another"}',
    '{}',
    'GET / HTTP/1.1',
    'null',
    '[1]',
    'x'.repeat(2 * 1024 * 1024),
  ]) {
    const socket = connect(path);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(`${line}\nGET /__annotate/manifest HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toBe('');
  }
});

/** Answers every request that gets through to it. */
async function startForwardedServer(key: string) {
  const server = createForwardedServer(key);
  const path = join(temporaryFolder(), 's');
  const answer = (_request: unknown, response: { end: (text: string) => void }) => response.end('answered');
  const routes = [{ prefix: '/__annotate', policy: 'health', handle: answer }] as const;
  await server.listen(path, createRouter({ routes, onError: () => undefined }));
  return { path, close: server.close };
}

it('createHub opens a store in a file by a process of its own, by URL or by an open store', async () => {
  const root = temporaryFolder();
  const store = await openStore('json:review.json', { root });
  onTestFinished(() => store.close());
  const hub = await createHub({ store, projectRoot: root, onError: () => undefined });
  onTestFinished(() => hub.close());
  expect(hubPids(root)).not.toContain(process.pid);
  const { url } = await hub.listen({ port: 0 });
  expect(await (await openTab(url)).request(create(1))).toMatchObject({ type: 'message:done' });
  await expect.poll(async () => (await store.list()).annotations.map(({ id }) => id)).toEqual([uuidOf(1)]);
});
