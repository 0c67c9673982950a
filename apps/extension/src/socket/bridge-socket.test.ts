import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type ConnectionInfo, heartbeatMs } from '@annotate-mcp/browser-protocol';

import { BridgeSocket } from './bridge-socket.ts';

/** A browser's socket, whose other end is the test. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readonly url: string;
  readyState = 1;
  sent: { type: string }[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;

  constructor(url: string) {
    this.url = url;
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const annotate = { hubPath: '/__annotate', appId: 'a', projectId: 'p', projectName: 'n' };
const welcome = { type: 'welcome', protocol: 1, serverVersion: '1', annotate };
const key = 'k'.repeat(20);

function start() {
  let stored: ConnectionInfo | null = { url: 'http://first', key };
  const hello = Promise.withResolvers<{ installId: string; extensionVersion: string; browser: string }>();
  const lost = vi.fn();
  const socket = new BridgeSocket({
    readConnection: async () => stored,
    hello: () => hello.promise,
    carryOut: async () => ({ id: '', success: true, result: { tabs: [] } }),
    changed: () => undefined,
    lost,
    isThere: async () => false,
  });
  return {
    socket,
    lost,
    sayHello: () => hello.resolve({ installId: 'i', extensionVersion: '1', browser: 'b' }),
    store: (connection: ConnectionInfo | null) => (stored = connection),
  };
}

beforeEach(() => {
  Wire.all = [];
  vi.stubGlobal('WebSocket', Wire);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ends up at the server that was stored last, also when it was about to open another one', async () => {
  const { socket, sayHello, store } = start();
  const opening = socket.connect();
  await Promise.resolve();
  store({ url: 'http://second', key });
  const restarted = socket.restart();
  sayHello();
  await Promise.all([opening, restarted]);
  expect(Wire.all.map(({ url, readyState }) => [url, readyState])).toEqual([
    ['ws://first/', 3],
    ['ws://second/', 1],
  ]);
});

it('lets the tabs go when the person disconnects', async () => {
  const { socket, lost, sayHello } = start();
  sayHello();
  await socket.connect();
  Wire.all[0]?.hear(welcome);
  await vi.waitFor(() => expect(socket.state.name).toBe('connected'));
  socket.disconnect();
  expect(lost).toHaveBeenCalledOnce();
  expect(socket.state.name).toBe('unconfigured');
});

it('notices a server that no longer answers, and tries again', async () => {
  const { socket, lost, sayHello } = start();
  sayHello();
  await socket.connect();
  const [wire] = Wire.all;
  wire?.hear(welcome);
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  wire?.hear({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(wire?.sent).toEqual([{ type: 'ping' }, { type: 'ping' }]);
  expect(socket.state.name).toBe('connected');
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(socket.state.name).toBe('away');
  expect(lost).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(500);
  expect(Wire.all).toHaveLength(2);
});
