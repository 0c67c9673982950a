import { randomUuid } from '@annotate-mcp/core';

import type { OpenedView, ViewHost } from '../host/view-host.ts';

import { pollServer } from './poll-server.ts';
import { createServer } from './server.ts';

/**
 * Keeps polling for a view that is not on the screen: the person reads a linked document and comes back, and the agent
 * that waits for this one must not hear that they have left. Returns how to end it.
 */
export function stayPresent(host: ViewHost, opened: OpenedView): () => void {
  const ignored = { apply: async () => undefined, onConnection: () => undefined };
  return pollServer(createServer(host, opened), ignored, randomUuid()).stop;
}
