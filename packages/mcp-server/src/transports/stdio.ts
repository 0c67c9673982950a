import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import { keepClaims, type Store } from '@annotate-mcp/store';

import { Agent } from '../agent.ts';
import { announceChanges, type Audience } from '../annotations/announce.ts';
import { clientName, createServer } from '../server.ts';

export interface StdioOptions {
  store: Store;
  root: string;
  version: string;
  channel?: boolean;
  debug?: (line: string) => void;
}

/** Resolves when the client is gone, however it went. Closes the store. Writes nothing but MCP to stdout. */
export async function serveStdio({
  store,
  debug = () => undefined,
  ...options
}: StdioOptions): Promise<void> {
  const agent = new Agent(store, new Date());
  const onError = (error: unknown) => debug(`store: ${String(error)}`);
  const claims = keepClaims(store, () => new Date(), onError);
  const audience = new StdioAudience();
  const announcing = await announceChanges(store, audience, onError);
  const transport = new StdioServerTransport();
  const ended = Promise.withResolvers<undefined>();

  serve(
    ({ era }) => {
      const server = createServer({ store, agent, debug, ...options });
      audience.join(server, era);
      server.server.oninitialized = () => void agent.introduce(clientName(server)).catch(onError);
      return server;
    },
    { transport, onerror: onError },
  );
  process.stdin.once('end', () => ended.resolve(undefined));
  process.stdin.once('close', () => ended.resolve(undefined));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.resolve(undefined));

  await ended.promise;
  announcing.close();
  claims.close();
  await agent.leave();
  await store.close();
}

/** The one client of this process. */
class StdioAudience implements Audience {
  #server: McpServer | null = null;
  #follows: Set<string> | null = new Set();

  get follows(): ReadonlySet<string> | null {
    return this.#follows;
  }

  join(server: McpServer, era: 'legacy' | 'modern'): void {
    this.#server = server;
    // In the newer protocol the transport knows what is listened to.
    this.#follows = era === 'modern' ? null : follow(server);
  }

  updated(uri: string): void {
    this.#server?.server.sendResourceUpdated({ uri }).catch(() => {
      // The client is gone or takes no notifications: nobody is left to be told.
    });
  }

  listChanged(): void {
    this.#server?.server.sendResourceListChanged().catch(() => {
      // As above.
    });
  }
}

function follow(server: McpServer): Set<string> {
  const follows = new Set<string>();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    follows.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    follows.delete(params.uri);
    return {};
  });
  return follows;
}
