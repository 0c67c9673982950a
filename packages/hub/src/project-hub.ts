import { openStore } from '@annotate-mcp/store';

import { createHub, type Hub } from './hub.ts';
import type { HubOptions } from './options.ts';
import { closeOnSignals } from './signals.ts';
import { findProgram, workStarterOf } from './work-program.ts';

export interface ProjectHub {
  readonly hub: Hub;
  /** Closes the hub and then its store. A second call does nothing. */
  readonly close: () => Promise<void>;
}

/** Opens the project's store and a hub on it, for an integration that runs as long as its dev server. */
export async function openProjectHub(
  storeUrl: string | undefined,
  options: Omit<HubOptions, 'store'>,
): Promise<ProjectHub> {
  const store = await openStore(storeUrl, { root: options.projectRoot, opensLater: true });
  const startWork = workStarterOf(findProgram(options.projectRoot), options.projectRoot, store.url);
  const hub = await createHub({ startWork, ...options, store }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const ignoreSignals = closeOnSignals(hub);
  const close = async (): Promise<void> => {
    ignoreSignals();
    await hub.close();
    await store.close();
  };
  let closing: Promise<void> | undefined;
  return { hub, close: () => (closing ??= close()) };
}
