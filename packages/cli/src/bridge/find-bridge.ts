/** Finds the bridge of this user, and starts one when none runs. */
import { setTimeout as delay } from 'node:timers/promises';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';
import { makePrivate } from '@annotate-mcp/store/files';
import { bridgeFile } from '@annotate-mcp/store/user-folders';

import { readBridgeFile } from './bridge-files.ts';
import { checkBridge } from './check-bridge.ts';
import { bridgeLog, lastLines, type SharedBridge, spawnBridge, type StartedBridge } from './spawn-bridge.ts';

/** A slow machine needs some seconds for it. */
const startMs = 20_000;
const lookMs = 50;

/** `null` when no bridge of this user runs. */
export async function findBridge(): Promise<BridgeFile | null> {
  return ifRunning(readBridge());
}

/** Of several processes that start one at the same time, all find the same. */
export async function findOrStartBridge(bridge: SharedBridge): Promise<BridgeFile> {
  // Read once: a bridge that runs may correct the file while the one that the file named is asked.
  const left = readBridge();
  const running = await ifRunning(left);
  if (running !== null) return running;
  const child = start(bridge);
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    await delay(lookMs);
    const next = readBridge();
    const started = isSame(next, left) ? null : await ifRunning(next);
    if (started !== null) return started;
    if (child.failure() !== null) break;
  }
  throw notStartedError(child.failure() ?? `it did not answer within ${startMs / 1000} seconds`);
}

function readBridge(): BridgeFile | null {
  const found = readBridgeFile();
  return found.state === 'found' ? found.bridge : null;
}

async function ifRunning(bridge: BridgeFile | null): Promise<BridgeFile | null> {
  if (bridge === null) return null;
  // A copy or a backup may have opened it to readers.
  makePrivate(bridgeFile());
  const { state } = await checkBridge(bridge);
  return state === 'running' ? bridge : null;
}

function start(bridge: SharedBridge): StartedBridge {
  try {
    return spawnBridge(bridge);
  } catch (cause) {
    // The user's folder cannot be written, for example.
    throw notStartedError(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The address and the key count too: a bridge that runs corrects a file that has been changed. */
function isSame(bridge: BridgeFile | null, other: BridgeFile | null): boolean {
  const names = ['pid', 'startedAt', 'url', 'key'] as const;
  return bridge !== null && other !== null && names.every((name) => bridge[name] === other[name]);
}

function notStartedError(why: string): AnnotateError {
  const said = lastLines();
  return new AnnotateError(
    'browser/no-bridge',
    `The bridge to the browser could not be started: ${why}.${said === '' ? '' : ` It said: ${said}`}`,
    {
      hint: `Ask the person to run "npx annotate-mcp serve" in a terminal, which shows what is wrong; the log is ${bridgeLog()}. Then call the tool again.`,
    },
  );
}
