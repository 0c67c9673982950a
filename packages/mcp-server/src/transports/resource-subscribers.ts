/** The clients that are notified when a resource changes. */
import type { McpServer } from '@modelcontextprotocol/server';

import type { ResourceSubscriber } from '../annotations/notify-subscribers.ts';

import { ResourceUris } from './resource-uris.ts';

/**
 * For one client. In the newer protocol the SDK knows the subscriptions and filters by them; `listened` has the URIs in
 * them.
 */
export function createSubscriber(server: McpServer, listened?: ResourceUris): ResourceSubscriber {
  const uris = listened ?? trackSubscriptions(server);
  return {
    subscriptions: listened === undefined ? uris : null,
    resourceUpdated: (canonical) => {
      for (const uri of uris.of(canonical)) {
        server.server.sendResourceUpdated({ uri }).catch(() => {
          // The client is gone or accepts no notifications; it can still read the resource.
        });
      }
    },
    resourceListChanged: () => {
      server.server.sendResourceListChanged().catch(() => {
        // As above.
      });
    },
  };
}

function trackSubscriptions(server: McpServer): ResourceUris {
  const uris = new ResourceUris();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    uris.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    uris.delete(params.uri);
    return {};
  });
  return uris;
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
