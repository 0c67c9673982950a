import type { FeedEvent } from '@annotate-mcp/core';

import type { FeedListener } from '../store.ts';

/** Waits until the listener is done with the event; an event that it fails on does not end the feed. */
export async function tellListener(listener: FeedListener, event: FeedEvent): Promise<void> {
  try {
    const work = listener.event(event);
    if (work !== undefined) await work;
  } catch (error) {
    listener.error(error);
  }
}
