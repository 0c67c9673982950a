import { openStore } from '@annotate-mcp/store';

import { createStoreHub, type Hub } from './hub.ts';
import type { StoreHubOptions } from './options.ts';
import { findProgram, workStarterOf } from './work-program.ts';

export interface ProjectHub {
  readonly hub: Hub;
  /** Closes the hub and then its store. A second call does nothing. */
  readonly close: (code?: number) => Promise<void>;
}

/** Opens the project's store and a hub on it, in this process. */
export async function openProjectHub(
  storeUrl: string | undefined,
  options: Omit<StoreHubOptions, 'store'>,
): Promise<ProjectHub> {
  const store = await openStore(storeUrl, { root: options.projectRoot, opensLater: true });
  const startWork = workStarterOf(findProgram(options.projectRoot), options.projectRoot, store.url);
  const hub = await createStoreHub({ startWork, ...options, store }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const close = async (code?: number): Promise<void> => {
    await hub.close(code);
    await store.close();
  };
  let closing: Promise<void> | undefined;
  return { hub, close: (code) => (closing ??= close(code)) };
}
