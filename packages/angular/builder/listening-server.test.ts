import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createNetServer, type Server as NetServer } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { whenListening } from './listening-server.ts';

/** A server like those of Connect. */
function appWith(...handles: unknown[]) {
  const app = (_: IncomingMessage, response: ServerResponse): void => void response.end();
  return Object.assign(app, { stack: handles.map((handle) => ({ route: '', handle })) });
}

async function listen<T extends NetServer>(server: T): Promise<T> {
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('finds the server by its middleware before it accepts connections', async () => {
  const [ours, theirs] = [() => undefined, () => undefined];
  const found: { server: unknown; listening: boolean }[] = [];
  onTestFinished(whenListening(ours, (server) => found.push({ server, listening: server.listening })));
  await listen(createNetServer());
  await listen(createServer());
  await listen(createServer(appWith(theirs)));
  await listen(createServer((_, response) => response.end()));
  expect(found).toEqual([]);
  const server: Server = await listen(createServer(appWith(theirs, ours)));
  expect(found).toEqual([{ server, listening: false }]);
});

it('finds the new server after a restart, and each server once', async () => {
  const ours = () => undefined;
  const found: unknown[] = [];
  onTestFinished(whenListening(ours, (server) => found.push(server)));
  const first = await listen(createServer(appWith(ours)));
  first.close();
  await once(first, 'close');
  await listen(first);
  expect(found).toEqual([first]);
  const second = await listen(createServer(appWith(ours)));
  expect(found).toEqual([first, second]);
});

it('distinguishes the servers of two projects, also when one uses HTTP/2', async () => {
  const [first, second] = [() => undefined, () => undefined];
  const found = new Map<string, unknown>();
  onTestFinished(whenListening(first, (server) => found.set('first', server)));
  onTestFinished(whenListening(second, (server) => found.set('second', server)));
  const http2 = createHttp2Server();
  http2.on('request', appWith(second));
  await listen(http2);
  const http = await listen(createServer(appWith(first)));
  expect(found.get('first')).toBe(http);
  expect(found.get('second')).toBe(http2);
});

it('finds nothing after it was stopped', async () => {
  const ours = () => undefined;
  let found = 0;
  whenListening(ours, () => (found += 1))();
  await listen(createServer(appWith(ours)));
  expect(found).toBe(0);
});
