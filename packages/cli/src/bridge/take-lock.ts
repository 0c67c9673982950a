/** How a server that starts becomes the bridge of this user, when another process may be it already. */
import { setTimeout as delay } from 'node:timers/promises';

import { listenWith } from '@annotate-mcp/http';
import { AgentConnection } from '@annotate-mcp/mcp-server/remote-browser';

import { CliError } from '../errors.ts';

import type { BridgeLock } from './bridge-lock.ts';
import { findBridge } from './find-bridge.ts';

/** A bridge that ends lets open answers finish before it releases its lock. */
const endingMs = 10_000;
const lookMs = 50;

/** What the server that starts is going to be. */
export interface StartOptions {
  readonly version: string;
  readonly port: number;
  readonly host: string;
}

/** For a shared bridge: `false` when another bridge answers, which is then used by everyone. */
export async function lockUnlessBridgeRuns(lock: BridgeLock): Promise<boolean> {
  const deadline = performance.now() + endingMs;
  while (performance.now() < deadline) {
    if (await lock.take()) return true;
    if ((await findBridge()) !== null) return false;
    await delay(lookMs);
  }
  throw new CliError('serve/bridge-stuck', 'Another bridge of this user runs, but does not answer.', {
    hint: 'It may be suspended (Ctrl+Z). Continue or end the other "annotate-mcp serve".',
  });
}

/**
 * For a server that a person starts: a shared bridge makes way for it, and its agents find the new one. `false` when
 * another server that a person started is the bridge; this one then runs beside it.
 */
export async function lockInPlaceOfShared(lock: BridgeLock, start: StartOptions): Promise<boolean> {
  if (await lock.take()) return true;
  if (!(await askToMakeWay(start))) return false;
  const deadline = performance.now() + endingMs;
  while (performance.now() < deadline) {
    if (await lock.take()) return true;
    await delay(lookMs);
  }
  return false;
}

/** `false` when the bridge was started by a person, or does not answer. */
async function askToMakeWay({ version, port, host }: StartOptions): Promise<boolean> {
  const running = await findBridge();
  if (running === null) return false;
  // A server that cannot start must not end the one that works.
  if (port !== Number(new URL(running.url).port)) await requireFreePort(port, host);
  const connection = await AgentConnection.open(running, version, { mayRetry: true });
  if (connection === null) return true;
  const { shared } = connection.bridge;
  if (shared) await connection.makeWay();
  else connection.close();
  return shared;
}

/** Throws what the server would throw when it listens there. */
async function requireFreePort(port: number, host: string): Promise<void> {
  const listener = await listenWith(() => undefined, { port, host });
  await listener.close();
}
