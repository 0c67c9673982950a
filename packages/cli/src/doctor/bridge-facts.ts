/** What doctor knows about the way from an agent to the person's own Chrome. Reads only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { BridgeFile } from '@annotate-mcp/browser-protocol';
import { bridgeFile, configFolder, extensionFolder } from '@annotate-mcp/store/user-folders';

import { readBridgeFile } from '../bridge/bridge-files.ts';
import { problemOfLock } from '../bridge/bridge-lock.ts';
import { type BridgeCheck, checkBridge } from '../bridge/check-bridge.ts';
import { problemOfKey } from '../serve/key-file.ts';
import { version } from '../version.ts';

export interface BridgeFacts {
  readonly version: string;
  readonly file: string;
  readonly bridge:
    | { readonly state: 'none' }
    | { readonly state: 'refused'; readonly why: string }
    | { readonly state: 'found'; readonly file: BridgeFile; readonly check: BridgeCheck };
  /** Why no bridge can start; `null` when one can. */
  readonly obstacle: { readonly message: string; readonly hint: string } | null;
  readonly extension: {
    readonly folder: string;
    /** That of the unpacked extension; `null` when it is not unpacked. */
    readonly version: string | null;
  };
}

export async function readBridgeFacts(): Promise<BridgeFacts> {
  const folder = extensionFolder();
  return {
    version,
    file: bridgeFile(),
    bridge: await stateOfBridge(),
    obstacle: obstacleToStart(),
    extension: { folder, version: unpackedVersion(folder) },
  };
}

async function stateOfBridge(): Promise<BridgeFacts['bridge']> {
  const found = readBridgeFile();
  if (found.state !== 'found') return found;
  return { state: 'found', file: found.bridge, check: await checkBridge(found.bridge) };
}

/** A damaged lock file is none: the bridge empties it. */
function obstacleToStart(): BridgeFacts['obstacle'] {
  const problem = problemOfKey(configFolder()) ?? problemOfLock();
  return problem === null ? null : { message: problem.message, hint: problem.hint };
}

const manifestSchema = z.object({ version: z.string() });

function unpackedVersion(folder: string): string | null {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).version;
  } catch {
    // It is not there, or not a manifest that Chrome would load.
    return null;
  }
}
