import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { AnnotateError } from '@annotate-mcp/core';

import type { Hub } from '../hub.ts';
import { openProjectHub } from '../project-hub.ts';
import { temporaryFolder } from '../testing/hub-server.ts';
import { connect, JsonSocket, openSocket } from '../testing/json-socket.ts';

import { deferHub, type DeferredHubOptions } from './deferred-hub.ts';

async function startApp() {
  const server = createServer((_request, response) => response.end('of the app')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, origin: originOf(server) };
}

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

/** A hub that opens when the test lets it, on a store that is closed with it. */
function createDeferredHub() {
  const projectRoot = temporaryFolder();
  const base = '/app/';
  const gate = Promise.withResolvers<undefined>();
  gate.promise.catch(() => undefined);
  const openStarted = Promise.withResolvers<undefined>();
  const failures: unknown[] = [];
  const opened: Hub[] = [];
  const open = vi.fn(async () => {
    openStarted.resolve(undefined);
    await gate.promise;
    const projectHub = await openProjectHub('memory:', {
      projectRoot,
      base,
      onError: (error) => failures.push(error),
    });
    opened.push(projectHub.hub);
    return { ...projectHub.hub, close: projectHub.close };
  });
  const hub = deferHub({ base, open, edge: edgeFor((error) => failures.push(error)) });
  onTestFinished(() => hub.close());
  return {
    hub,
    open,
    opened,
    failures,
    openStarted: openStarted.promise,
    letOpen: () => gate.resolve(undefined),
    fail: gate.reject,
  };
}

it('opens with the first request, and lets requests and sockets wait until then', async () => {
  const { server, origin } = await startApp();
  const { hub, open, letOpen, openStarted } = createDeferredHub();
  hub.attach(server);
  expect(await (await fetch(`${origin}/`)).text()).toBe('of the app');
  expect(open).not.toHaveBeenCalled();

  const manifest = fetch(`${origin}/app/__annotate/manifest`);
  const socket = openSocket(`${origin}/__annotate`);
  await openStarted;
  expect(await (await fetch(`${origin}/`)).text()).toBe('of the app');
  letOpen();
  expect(await (await manifest).json()).toEqual({});
  const { closed } = await socket;
  expect(open).toHaveBeenCalledOnce();
  await hub.close();
  expect(await closed).toBe(1001);
  expect(await (await fetch(`${origin}/__annotate/manifest`)).text()).toBe('of the app');
});

it('leaves every decision about a request to the guard of the hub', async () => {
  const { server, origin } = await startApp();
  const { hub, letOpen } = createDeferredHub();
  hub.attach(server);
  letOpen();
  const headers = { origin: 'http://example.com' };
  expect((await fetch(`${origin}/__annotate/manifest`, { headers })).status).toBe(403);
});

it('finds the server of a middleware with a request that came before the hub was open', async () => {
  const { hub, letOpen } = createDeferredHub();
  const server = createServer((request, response) => {
    hub.middleware(request, response, () => response.end('of the app'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  letOpen();
  expect((await fetch(`${originOf(server)}/__annotate/manifest`)).status).toBe(200);
  const { closed } = await openSocket(`${originOf(server)}/__annotate`);
  await hub.close();
  expect(await closed).toBe(1001);
});

it('opens by itself some time after the dev server has started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { hub, open, letOpen } = createDeferredHub();
  letOpen();
  hub.openSoon();
  hub.openSoon();
  expect(open).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(open).toHaveBeenCalledOnce();
});

it('gives pages an empty script when it cannot open, and says why once', async () => {
  const { server, origin } = await startApp();
  const { hub, failures, fail } = createDeferredHub();
  hub.attach(server);
  const error = new AnnotateError('store/unreadable', 'The store is broken.', { hint: 'Repair it.' });
  fail(error);
  const script = await fetch(`${origin}/app/__annotate/overlay.js`);
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ]);
  expect(await script.text()).toContain('export {};');
  expect((await fetch(`${origin}/__annotate/manifest`)).status).toBe(503);
  await expect(openSocket(`${origin}/__annotate`)).rejects.toThrow('503');
  expect(hub.isOff()).toBe(true);
  expect(failures).toEqual([error]);
  expect(await (await fetch(`${origin}/`)).text()).toBe('of the app');
});

it('closes a hub that is being opened, with its store', async () => {
  const { server, origin } = await startApp();
  const { hub, opened, openStarted, letOpen } = createDeferredHub();
  hub.attach(server);
  const waiting = new JsonSocket(connect(`${origin}/__annotate`, {}), (value) => value);
  waiting.opened.catch(() => undefined);
  await openStarted;
  const closed = hub.close();
  letOpen();
  await closed;
  expect(opened.map((each) => each.isClosed())).toEqual([true]);
  await waiting.closed;
  expect(server.listenerCount('upgrade')).toBe(0);
});

it('stays closed when it was closed before it was needed', async () => {
  const { server, origin } = await startApp();
  const { hub, open } = createDeferredHub();
  hub.attach(server);
  hub.openSoon();
  await hub.close();
  expect(await (await fetch(`${origin}/__annotate/manifest`)).text()).toBe('of the app');
  expect(open).not.toHaveBeenCalled();
});

it('passes requests on to the app when a signal has closed the hub', async () => {
  const { server, origin } = await startApp();
  const { hub, opened, letOpen } = createDeferredHub();
  hub.attach(server);
  letOpen();
  await fetch(`${origin}/__annotate/manifest`);
  await opened[0]?.close();
  expect(await (await fetch(`${origin}/__annotate/manifest`)).text()).toBe('of the app');
});

it('keeps .annotate out of what the app serves, by its name and through links, also when its hub does not open', async () => {
  const { server, origin } = await startApp();
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.annotate'));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, '.annotate/store.json'), 'kept');
  symlinkSync('../.annotate/store.json', join(folder, 'public/data.txt'));
  symlinkSync('../.annotate', join(folder, 'public/data'));
  const served = [{ folders: [join(folder, 'public')], base: '/app' }];
  const failed = () => Promise.reject(new Error('There is no store.'));
  const hub = deferHub({ open: failed, edge: edgeFor(() => undefined), served });
  onTestFinished(() => hub.close());
  const read = async (path: string) => (await fetch(origin + path)).text();
  expect(await read('/app/data.txt')).toBe('of the app');
  hub.attach(server);
  const refused = ['/app/data.txt', '/app/data/store.json', '/app/d%61ta%2fstore.json', '/x/.annotate/y'];
  for (const path of refused)
    expect([path, await read(path)]).toEqual([path, 'The .annotate folder is not served.']);
  for (const path of ['/', '/app/other.txt', '/app/annotate'])
    expect([path, await read(path)]).toEqual([path, 'of the app']);
});

function edgeFor(onOff: (error: unknown) => void): DeferredHubOptions['edge'] {
  return { off: (_part, error) => onOff(error), guard: (_part, call) => call };
}
