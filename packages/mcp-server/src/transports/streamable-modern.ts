/** Streamable HTTP of the newer protocol: there are no sessions, each request is complete in itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

import { isRecord } from '@annotate-mcp/core';

import { ClaimTokens } from '../agent/claim-tokens.ts';

import { ResourceUris } from './resource-uris.ts';
import type { TransportDeps } from './session.ts';
import { idleMs } from './streamable-legacy.ts';

/** A request that a server received. Node's type also stands for responses, which have neither method nor URL. */
export type ReceivedRequest = IncomingMessage & { method: string; url: string };

export interface StreamableModern {
  handle(request: ReceivedRequest, response: ServerResponse, body: unknown): Promise<void>;
  /** Number of clients that have sent a request in the last minute. */
  readonly size: number;
  close(): Promise<void>;
}

export function serveModern(deps: TransportDeps): StreamableModern {
  const { subscribers, onError } = deps;
  const agents = new ClaimTokens({ ...deps, idleMs });
  const handler = createMcpHandler(() => deps.createServer(agents), { legacy: 'reject', onerror: onError });
  const handleRequest = toNodeHandler(handler, { onerror: onError });
  const listened = new ResourceUris();
  const clients = new RecentClients(deps.now);
  const removeSubscriber = subscribers.add({
    subscriptions: null,
    resourceUpdated: (canonical) => {
      for (const uri of listened.of(canonical)) handler.notify.resourceUpdated(uri);
    },
    resourceListChanged: () => handler.notify.resourcesChanged(),
  });
  return {
    handle: (request, response, body) => {
      listened.addFrom(body);
      response.once('close', clients.begin(request.socket.remoteAddress, body));
      return handleRequest(request, response, body);
    },
    get size() {
      return clients.size;
    },
    close: async () => {
      removeSubscriber();
      await handler.close();
      await agents.close();
    },
  };
}

/** A client counts from its request until so long after the answer. */
export const recentMs = 60_000;

export class RecentClients {
  readonly #now: () => Date;
  readonly #clients = new Map<string, { running: number; seenAt: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  get size(): number {
    const oldest = this.#now().getTime() - recentMs;
    for (const [client, { running, seenAt }] of this.#clients)
      if (running === 0 && seenAt < oldest) this.#clients.delete(client);
    return this.#clients.size;
  }

  /** Returns what to call when the request has ended. */
  begin(address: string | undefined, body: unknown): () => void {
    const client = `${address ?? ''} ${nameOf(body)}`;
    const known = this.#clients.get(client) ?? { running: 0, seenAt: 0 };
    known.running++;
    this.#clients.set(client, known);
    return () => {
      known.running--;
      known.seenAt = this.#now().getTime();
    };
  }
}

function nameOf(body: unknown): string {
  const params = isRecord(body) ? body.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  const info = isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  return isRecord(info) && typeof info.name === 'string' ? info.name.slice(0, 100) : '';
}
