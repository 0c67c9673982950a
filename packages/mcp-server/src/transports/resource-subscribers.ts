/** The clients that are notified when a resource changes. */
import type { McpServer } from '@modelcontextprotocol/server';

import type { ResourceSubscriber } from '../annotations/notify-subscribers.ts';
import { canonicalUri } from '../annotations/uris.ts';

/** For one client. In the newer protocol its transport knows the subscriptions and filters by them. */
export function createSubscriber(server: McpServer, era: 'legacy' | 'modern'): ResourceSubscriber {
  const subscriptions = era === 'modern' ? null : trackSubscriptions(server);
  return {
    subscriptions,
    resourceUpdated: (uri) => {
      server.server.sendResourceUpdated({ uri: subscriptions?.get(uri) ?? uri }).catch(() => {
        // The client is gone or accepts no notifications; it can still read the resource.
      });
    },
    resourceListChanged: () => {
      server.server.sendResourceListChanged().catch(() => {
        // As above.
      });
    },
  };
}

/** Maps each canonical URI to the URI as the client wrote it. */
function trackSubscriptions(server: McpServer): Map<string, string> {
  const subscriptions = new Map<string, string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscriptions.set(canonicalUri(params.uri), params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscriptions.delete(canonicalUri(params.uri));
    return {};
  });
  return subscriptions;
}

/** All clients of a process, which share one subscription to the store. */
export class ResourceSubscribers implements ResourceSubscriber {
  /** Each subscriber is asked for its own when there is something to send. */
  readonly subscriptions = null;
  readonly #subscribers = new Set<ResourceSubscriber>();

  /** Returns a function that removes the subscriber. */
  add(subscriber: ResourceSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  resourceUpdated(uri: string): void {
    for (const subscriber of this.#subscribers)
      if (subscriber.subscriptions?.has(uri) ?? true) subscriber.resourceUpdated(uri);
  }

  resourceListChanged(): void {
    for (const subscriber of this.#subscribers) subscriber.resourceListChanged();
  }
}
