/** `annotate-mcp serve` as a process, and who talks to it. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';
import { z } from 'zod';

import {
  bridgeProtocol,
  bridgeSubprotocol,
  extensionId,
  keySubprotocol,
} from '@annotate-mcp/browser-protocol';

import type { TestProject } from './test-project.ts';

export interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  readonly url: string;
  /** Everything it has printed so far, on both outputs. */
  readonly printed: () => string;
}

/** Resolves when it has said where it is. */
export async function startServing(here: TestProject, args: readonly string[] = []): Promise<Serving> {
  const child = here.start(['serve', '--port', '0', ...args]);
  let printed = '';
  const found = Promise.withResolvers<string>();
  const hear = (chunk: Buffer): void => {
    printed += chunk.toString();
    const url = /(http:\/\/127\.0\.0\.1:\d+)\/mcp[^]*\n\n/.exec(printed)?.[1];
    if (url !== undefined) found.resolve(url);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('close', () => found.reject(new Error(`It ended: ${printed}`)));
  return { child, url: await found.promise, printed: () => printed };
}

/** As the server of this home keeps it. */
export function keyOf({ home }: TestProject): string {
  return readFileSync(join(home, '.config', 'annotate-mcp', 'key'), 'utf8').trim();
}

export interface Socket {
  readonly socket: WebSocket;
  readonly messages: Record<string, unknown>[];
  /** Resolves with the first message of this type, now or later. */
  readonly heard: (type: string) => Promise<Record<string, unknown>>;
  readonly closed: Promise<number>;
  readonly say: (message: object) => void;
}

const ours = `chrome-extension://${extensionId}`;

/** Rejects when it is not let in. */
export async function openSocket(address: string, key: string, origin = ours): Promise<Socket> {
  const protocols = [bridgeSubprotocol, ...(key === '' ? [] : [keySubprotocol(key)])];
  const socket = new WebSocket(address.replace(/^http/, 'ws'), { protocols, headers: { origin } });
  onTestFinished(() => socket.close());
  const messages: Record<string, unknown>[] = [];
  const ears = new Set<() => void>();
  socket.onmessage = ({ data }) => {
    messages.push(z.record(z.string(), z.unknown()).parse(JSON.parse(String(data))));
    for (const hear of ears) hear();
  };
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('Not let in.'));
  });
  const heard = (type: string) =>
    new Promise<Record<string, unknown>>((resolve) => {
      const look = (): void => {
        const found = messages.find((message) => message.type === type);
        if (found === undefined) return;
        ears.delete(look);
        resolve(found);
      };
      ears.add(look);
      look();
    });
  return { socket, messages, heard, closed, say: (message) => socket.send(JSON.stringify(message)) };
}

/** Welcomed, and answers every `get_tabs` with none. */
export async function connectBrowser(url: string, key: string): Promise<Socket> {
  const socket = await openSocket(`${url}/`, key);
  socket.socket.addEventListener('message', ({ data }) => {
    const { id, type } = JSON.parse(String(data)) as { id?: string; type: string };
    if (type === 'get_tabs') socket.say({ id, success: true, result: { tabs: [] } });
  });
  socket.say({
    type: 'hello',
    protocol: bridgeProtocol,
    installId: randomUUID(),
    extensionVersion: '1.0.0',
    browser: 'Chrome 156',
  });
  await socket.heard('welcome');
  return socket;
}

/** Calls a tool over Streamable HTTP of the older protocol. */
export async function callTool(
  url: string,
  name: string,
  input: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const post = (body: object, more: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
        ...more,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const hello = await post({ id: 1, method: 'initialize', params });
  if (!hello.ok) throw new Error(`${hello.status} ${await hello.text()}`);
  await hello.text();
  const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
  await post({ method: 'notifications/initialized' }, session);
  const answer = await post({ id: 2, method: 'tools/call', params: { name, arguments: input } }, session);
  return answer.text();
}
