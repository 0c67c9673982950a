import { randomBytes } from 'node:crypto';
/** The process of a hub: opens the store and the hub as the dev server says, and ends with the dev server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isRecord, type Manifest } from '@annotate-mcp/core';

import { openProjectHub, type ProjectHub } from '../project-hub.ts';

import type { DescribedError, FromHub, ToHub } from './messages.ts';
import { createForwardedServer, type ForwardedServer } from './serve-forwarded.ts';

process.title = 'annotate hub';

let opened: {
  readonly projectHub: ProjectHub;
  readonly server: ForwardedServer;
  readonly path: string;
} | null = null;
let ending: Promise<void> | undefined;
const asked = new Map<number, (manifest: Manifest) => void>();

process.on('message', (message: unknown) => {
  if (isToHub(message)) void take(message);
});
// However the dev server ends, the channel to it closes.
process.on('disconnect', () => void end(1001));
process.on('SIGTERM', () => void end(1001));
// A terminal sends these to the dev server too, which decides whether it ends.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function take(message: ToHub): Promise<void> {
  if (message.type === 'open') await open(message);
  else if (message.type === 'close') await end(message.code);
  else if (message.type === 'manifest:changed') opened?.projectHub.hub.manifestChanged();
  else {
    asked.get(message.id)?.(message.manifest);
    asked.delete(message.id);
  }
}

async function open({ settings, store, key }: Extract<ToHub, { type: 'open' }>): Promise<void> {
  try {
    const server = createForwardedServer(key);
    const projectHub = await openProjectHub(store, {
      ...settings,
      guard: server.guard,
      manifest: askForManifest,
      onError: (error) => send({ type: 'error', error: describe(error) }),
    });
    const path = socketPath();
    opened = { projectHub, server, path };
    await server.listen(path, projectHub.hub.router);
    send({ type: 'opened', path });
  } catch (error) {
    // The dev server reads the reason before it sees that this process has ended.
    process.send?.({ type: 'failed', error: describe(error) } satisfies FromHub, () => void end(1001));
  }
}

/** Only the dev server knows which component is in which file. */
function askForManifest(): Promise<Manifest> {
  const id = lastId++;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    send({ type: 'manifest:ask', id });
  });
}

let lastId = 0;

/** In a folder that only this user can open. Paths of Unix sockets are limited to about a hundred characters. */
function socketPath(): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\annotate-${randomBytes(16).toString('hex')}`;
  const folder = tmpdir().length > 70 ? '/tmp' : tmpdir();
  return join(mkdtempSync(join(folder, 'annotate-hub-')), 'socket');
}

function end(code: number): Promise<void> {
  return (ending ??= close(code));
}

async function close(code: number): Promise<void> {
  // The dev server may be gone, and nothing must keep this process.
  setTimeout(() => process.exit(1), 4_000).unref();
  try {
    opened?.server.close();
    await opened?.projectHub.close(code);
  } finally {
    if (opened !== null && process.platform !== 'win32')
      rmSync(dirname(opened.path), { recursive: true, force: true });
    process.exit(0);
  }
}

function send(message: FromHub): void {
  // The dev server may have ended a moment ago.
  if (process.connected) process.send?.(message, () => undefined);
}

function describe(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { hint, code } = error as { hint?: unknown; code?: unknown };
  return {
    message: error.message,
    ...(typeof hint === 'string' && { hint }),
    ...(typeof code === 'string' && { code }),
  };
}

function isToHub(message: unknown): message is ToHub {
  return isRecord(message) && typeof message.type === 'string';
}
