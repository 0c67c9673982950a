/** What a server does while it is the bridge of this user: it keeps the bridge files true. */
import type { BridgeFile } from '@annotate-mcp/browser-protocol';

import { publishBridge, withdrawBridge } from './bridge-files.ts';
import type { BridgeLock } from './bridge-lock.ts';

export interface KeepBridgeFilesDeps {
  readonly lock: BridgeLock;
  /** Called each time, because the key may be replaced. */
  readonly describe: () => BridgeFile;
  readonly onError: (error: unknown) => void;
}

/**
 * How often the files are looked at: the extension may have been unpacked meanwhile, and a server that runs beside the
 * bridge takes its place when it ends.
 */
const lookMs = 2_000;

/** Returns what updates the files at once, and what ends that and removes them. */
export function keepBridgeFiles({ lock, describe, onError }: KeepBridgeFilesDeps): {
  update: () => void;
  end: () => void;
} {
  let failed = false;
  const update = (): void => {
    try {
      if (lock.isHeld) publishBridge(describe());
      failed = false;
    } catch (error) {
      // Told once: the server works without the files, but agents over stdio do not find it.
      if (!failed) onError(error);
      failed = true;
    }
  };
  const look = async (): Promise<void> => {
    await lock.take().catch(onError);
    update();
  };
  update();
  const timer = setInterval(() => void look(), lookMs).unref();
  return {
    update,
    end: () => {
      clearInterval(timer);
      withdrawBridge(describe());
    },
  };
}
