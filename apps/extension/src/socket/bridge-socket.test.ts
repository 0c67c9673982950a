import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type BrowserReply, heartbeatMs } from '@annotate-mcp/browser-protocol';

import { BridgeSocket, encodeReply, retryDelay } from './bridge-socket.ts';
import type { ServerCheck } from './check-server.ts';
import type { StoredConnection } from './settings.ts';

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
  let stored: StoredConnection | null = { url: 'http://first', key, mustProve: false };
  let checked: ServerCheck = 'unproven';
  const browser = Promise.withResolvers<{ installId: string; extensionVersion: string; browser: string }>();
  const onLost = vi.fn();
  const shown: string[] = [];
  const socket = new BridgeSocket({
    readConnection: async () => stored,
    describeBrowser: () => browser.promise,
    runCommand: async () => ({ id: '', success: true, result: { tabs: [] } }),
    onChange: ({ name }) => void shown.push(name),
    onLost,
    checkServer: async () => checked,
  });
  return {
    socket,
    onLost,
    shown,
    describe: () => browser.resolve({ installId: 'i', extensionVersion: '1', browser: 'b' }),
    store: (connection: StoredConnection | null) => (stored = connection),
    check: (result: ServerCheck) => (checked = result),
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
  store({ url: 'http://second', key, mustProve: false });
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
  await expect.poll(() => socket.state.name).toBe('connected');
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

it('sends the key only to a server that proves that it has it, where the server was found by its file', async () => {
  const { socket, describe, store, check } = start();
  describe();
  store({ url: 'http://127.0.0.1:1', key, mustProve: true });
  check('unproven');
  await socket.connect();
  expect(socket.state.name).toBe('refused');
  expect(FakeSocket.all).toEqual([]);
  check('proven');
  await socket.connect();
  expect(FakeSocket.all).toHaveLength(1);
});

it('says that a server refuses it, and nothing else while it tries again', async () => {
  const { socket, describe, store, shown } = start();
  describe();
  store({ url: 'http://127.0.0.1:1', key, mustProve: false });
  await socket.connect();
  for (let attempt = 1; attempt <= 4; attempt++) {
    FakeSocket.all.at(-1)?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeSocket.all).toHaveLength(attempt + 1);
  }
  expect(shown).toEqual(['connecting', 'refused']);
});

it('stays disconnected when the person has it forget a server that is being asked why it refused', async () => {
  const { socket, describe, shown } = start();
  describe();
  await socket.connect();
  FakeSocket.all.at(-1)?.onclose?.({ code: 1006 });
  socket.disconnect();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toEqual(['connecting', 'unconfigured']);
  expect(FakeSocket.all).toHaveLength(1);
});

it('asks a server on this machine again within a second, and says that it is away meanwhile', async () => {
  const { socket, describe, store, check } = start();
  describe();
  store({ url: 'http://127.0.0.1:1', key, mustProve: true });
  check('away');
  await socket.connect();
  const seen = new Set<string>();
  for (let second = 0; second < 60; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    seen.add(socket.state.name);
  }
  expect([...seen]).toEqual(['away']);
  expect(socket.isBusy).toBe(true);
  check('proven');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all).toHaveLength(1);
});

it('lets the service worker sleep when a server on this machine stays away', async () => {
  const { socket, describe, store, check } = start();
  describe();
  store({ url: 'http://127.0.0.1:1', key, mustProve: true });
  check('away');
  await socket.connect();
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(socket.isBusy).toBe(false);
  check('proven');
  await socket.connectNow();
  expect(FakeSocket.all).toHaveLength(1);
});

const picture = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 250]);
const page = { url: 'http://localhost/', title: 'Kaffee – Café' };
const reply: BrowserReply<'pdf'> = {
  id: 'c1',
  success: true,
  result: { ...page, file: picture.toString('base64') },
};

/** Chrome has it from version 140 on, Node from 25 on. */
function stubFromBase64(value: ((base64: string) => Uint8Array) | undefined): void {
  const before = Object.getOwnPropertyDescriptor(Uint8Array, 'fromBase64');
  Object.defineProperty(Uint8Array, 'fromBase64', { value, configurable: true });
  restore = () => {
    if (before === undefined) Reflect.deleteProperty(Uint8Array, 'fromBase64');
    else Object.defineProperty(Uint8Array, 'fromBase64', before);
  };
}

let restore = (): void => undefined;
afterEach(() => restore());

it('sends a picture as bytes behind the JSON, to a server that takes bytes', () => {
  stubFromBase64((base64) => new Uint8Array(Buffer.from(base64, 'base64')));
  const sent = encodeReply(reply, true);
  if (typeof sent === 'string') throw new Error('It is text.');
  const bytes = Buffer.from(sent);
  const end = 4 + bytes.readUInt32BE(0);
  expect(JSON.parse(bytes.subarray(4, end).toString())).toEqual({
    ...reply,
    result: { ...page, file: '' },
  });
  expect(bytes.subarray(end)).toEqual(picture);
});

it.each([
  {
    name: 'to a server that does not say that it takes bytes',
    takesBytes: false,
    sent: reply,
    hasDecoder: true,
  },
  { name: 'in a Chrome that cannot decode base64 fast', takesBytes: true, sent: reply, hasDecoder: false },
  {
    name: 'when there is no picture in it',
    takesBytes: true,
    sent: { id: 'c2', success: true, result: { tabs: [] } } satisfies BrowserReply<'get_tabs'>,
    hasDecoder: true,
  },
])('sends a reply as text $name', ({ takesBytes, sent, hasDecoder }) => {
  stubFromBase64(hasDecoder ? (base64) => new Uint8Array(Buffer.from(base64, 'base64')) : undefined);
  expect(encodeReply(sent, takesBytes)).toBe(JSON.stringify(sent));
});

const here = 'http://127.0.0.1:3456';

it('asks a server on this machine at least once a second, for some minutes', () => {
  const delays = Array.from({ length: 30 }, (_, attempt) =>
    retryDelay({ url: here, attempt, awayMs: attempt * 1_000 }),
  );
  expect(Math.max(...delays)).toBe(1_000);
  expect(retryDelay({ url: here, attempt: 200, awayMs: 200_000 })).toBe(25_000);
});

it.each([
  { name: 'a server on another machine', url: 'http://192.168.0.7:3456' },
  { name: 'a server that refuses', url: '' },
])('asks $name less and less often', ({ url }) => {
  const delays = Array.from({ length: 8 }, (_, attempt) => retryDelay({ url, attempt, awayMs: 0 }));
  expect(delays).toEqual([500, 1_000, 2_000, 5_000, 10_000, 25_000, 25_000, 25_000]);
});
