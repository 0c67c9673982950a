/** Who is told that a resource changed. */
import type { McpServer } from '@modelcontextprotocol/server';

import type { Audience } from '../annotations/announce.ts';
import { canonicalUri } from '../annotations/uris.ts';

/** One client. In the newer protocol its transport knows what it listens to. */
export function audienceOf(server: McpServer, era: 'legacy' | 'modern'): Audience {
  const follows = era === 'modern' ? null : follow(server);
  return {
    follows,
    updated: (uri) => {
      server.server.sendResourceUpdated({ uri: follows?.get(uri) ?? uri }).catch(() => {
        // The client is gone or takes no notifications: nobody is left to be told.
      });
    },
    listChanged: () => {
      server.server.sendResourceListChanged().catch(() => {
        // As above.
      });
    },
  };
}

/** Each address in our spelling, with the client's own. */
function follow(server: McpServer): Map<string, string> {
  const follows = new Map<string, string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    follows.set(canonicalUri(params.uri), params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    follows.delete(canonicalUri(params.uri));
    return {};
  });
  return follows;
}

/** All clients of a process, who then share one reader of the store. */
export class Audiences implements Audience {
  /** Each is asked when there is something to tell. */
  readonly follows = null;
  readonly #members = new Set<Audience>();

  /** Returns what takes it out again. */
  join(member: Audience): () => void {
    this.#members.add(member);
    return () => this.#members.delete(member);
  }

  updated(uri: string): void {
    for (const member of this.#members) if (member.follows?.has(uri) ?? true) member.updated(uri);
  }

  listChanged(): void {
    for (const member of this.#members) member.listChanged();
  }
}
