/** The process of a hub: opens the store and the hub as the dev server says, and ends with the dev server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

import { AnnotateError, isRecord, type Manifest } from '@annotate-mcp/core';
import type { Router } from '@annotate-mcp/http';

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
  else if (message.type === 'alive:ask') send({ type: 'alive' });
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
    opened = { projectHub, server, path: '' };
    const path = await listen(server, projectHub.hub.router, settings.projectRoot);
    opened = { projectHub, server, path };
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

/** Returns the path of the socket or pipe. */
async function listen(server: ForwardedServer, router: Router, projectRoot: string): Promise<string> {
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\annotate-${randomBytes(16).toString('hex')}`;
    await server.listen(path, router);
    return path;
  }
  const failures: unknown[] = [];
  for (const parent of socketFolders(projectRoot)) {
    try {
      return await listenBelow(parent, server, router);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AnnotateError('hub/no-socket', 'No folder was found in which a socket can be made.', {
    hint: 'Set TMPDIR to a folder of this machine that you may write, with a path of less than 70 characters.',
    cause: new AggregateError(failures),
  });
}

/** In a folder that only this user can open. */
async function listenBelow(parent: string, server: ForwardedServer, router: Router): Promise<string> {
  const folder = mkdtempSync(join(parent, 'annotate-hub-'));
  try {
    const path = join(folder, 'socket');
    // Systems cut a longer one off, or refuse it.
    if (Buffer.byteLength(path) > longestSocketPath) throw new Error(`${path} is too long for a socket.`);
    await server.listen(path, router);
    return path;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A folder may be missing, too long, not writable, or on a file system without sockets, as those that containers share. */
function socketFolders(projectRoot: string): string[] {
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  const folders = [tmpdir(), runtime ?? '', '/tmp', '/var/tmp', '/dev/shm', join(projectRoot, '.annotate')];
  return [...new Set(folders.filter(isAbsolute))];
}

/** macOS has room for 103 bytes, Linux for 107. */
const longestSocketPath = 103;

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
    if (opened !== null && opened.path !== '' && process.platform !== 'win32')
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
