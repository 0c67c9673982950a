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

/** `null` when no bridge of this user runs. `ignored` is known not to answer. */
export async function findBridge(ignored?: BridgeFile): Promise<BridgeFile | null> {
  const found = readBridgeFile();
  if (found.state !== 'found' || isSame(found.bridge, ignored)) return null;
  // A copy or a backup may have opened it to readers.
  makePrivate(bridgeFile());
  const { state } = await checkBridge(found.bridge);
  return state === 'running' ? found.bridge : null;
}

/** Of several processes that start one at the same time, all find the same. */
export async function findOrStartBridge(bridge: SharedBridge): Promise<BridgeFile> {
  const running = await findBridge();
  if (running !== null) return running;
  const left = readBridgeFile();
  const stale = left.state === 'found' ? left.bridge : undefined;
  const child = start(bridge);
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    await delay(lookMs);
    const started = await findBridge(stale);
    if (started !== null) return started;
    if (child.failure() !== null) break;
  }
  throw notStartedError(child.failure() ?? `it did not answer within ${startMs / 1000} seconds`);
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
function isSame(bridge: BridgeFile, other: BridgeFile | undefined): boolean {
  const names = ['pid', 'startedAt', 'url', 'key'] as const;
  return other !== undefined && names.every((name) => bridge[name] === other[name]);
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
