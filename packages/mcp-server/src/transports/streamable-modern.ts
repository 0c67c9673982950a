/** Streamable HTTP of the newer protocol: there are no sessions, each request is complete in itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';

import { ClaimTokens } from '../claim-tokens.ts';

import { RecentClients } from './recent-clients.ts';
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
