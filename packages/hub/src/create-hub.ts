import { storeFile } from '@annotate-mcp/store';

import { createStoreHub, type Hub } from './hub.ts';
import type { HubOptions } from './options.ts';
import { startHub } from './process/start-hub.ts';

/**
 * Serves pages from a store. A store in a file, and one that is named by its URL, is opened by a process of its own,
 * because a server runs code of other people. Rejects when the store cannot be read.
 */
export async function createHub({ store, ...options }: HubOptions): Promise<Hub> {
  if (typeof store !== 'object') return startHub({ ...options, store });
  return storeFile(store.url) !== null
    ? startHub({ ...options, store: store.url })
    : createStoreHub({ ...options, store });
}
