import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type ConnectionInfo, heartbeatMs } from '@annotate-mcp/browser-protocol';

import { BridgeSocket } from './bridge-socket.ts';

/** Replaces the browser's WebSocket; the test is its other end. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly url: string;
  readyState = 1;
  sent: { type: string }[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }

  close(): void {
    this.readyState = 3;
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const annotate = { hubPath: '/__annotate', appId: 'a', projectId: 'p', projectName: 'n' };
const welcome = { type: 'welcome', protocol: 1, serverVersion: '1', annotate };
const key = 'k'.repeat(20);

function start() {
  let stored: ConnectionInfo | null = { url: 'http://first', key };
  const browser = Promise.withResolvers<{ installId: string; extensionVersion: string; browser: string }>();
  const onLost = vi.fn();
  const socket = new BridgeSocket({
    readConnection: async () => stored,
    describeBrowser: () => browser.promise,
    runCommand: async () => ({ id: '', success: true, result: { tabs: [] } }),
    onChange: () => undefined,
    onLost,
    isServerRunning: async () => false,
  });
  return {
    socket,
    onLost,
    describe: () => browser.resolve({ installId: 'i', extensionVersion: '1', browser: 'b' }),
    store: (connection: ConnectionInfo | null) => (stored = connection),
  };
}

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('connects to the server that was stored last, also while it opens another one', async () => {
  const { socket, describe, store } = start();
  const opening = socket.connect();
  await Promise.resolve();
  store({ url: 'http://second', key });
  const restarted = socket.restart();
  describe();
  await Promise.all([opening, restarted]);
  expect(FakeSocket.all.map(({ url, readyState }) => [url, readyState])).toEqual([
    ['ws://first/', 3],
    ['ws://second/', 1],
  ]);
});

it('releases the tabs when the person disconnects', async () => {
  const { socket, onLost, describe } = start();
  describe();
  await socket.connect();
  FakeSocket.all[0]?.receive(welcome);
  await vi.waitFor(() => expect(socket.state.name).toBe('connected'));
  socket.disconnect();
  expect(onLost).toHaveBeenCalledOnce();
  expect(socket.state.name).toBe('unconfigured');
});

it('detects a server that no longer answers, and reconnects', async () => {
  const { socket, onLost, describe } = start();
  describe();
  await socket.connect();
  const [first] = FakeSocket.all;
  first?.receive(welcome);
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  first?.receive({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(first?.sent).toEqual([{ type: 'ping' }, { type: 'ping' }]);
  expect(socket.state.name).toBe('connected');
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(socket.state.name).toBe('away');
  expect(onLost).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.all).toHaveLength(2);
});
