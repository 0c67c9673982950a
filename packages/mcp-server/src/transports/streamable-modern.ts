/** Streamable HTTP as of the newer protocol: every request stands for itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';

import { ClaimTokens } from '../claim-tokens.ts';

import type { House } from './session.ts';
import { idleMs } from './streamable-legacy.ts';

/** Node's type also serves the answers a client gets, which have neither method nor address. */
export type ReceivedRequest = IncomingMessage & { method: string; url: string };

export interface StreamableModern {
  handle(request: ReceivedRequest, response: ServerResponse, body: unknown): Promise<void>;
  close(): Promise<void>;
}

export function serveModern(house: House): StreamableModern {
  const { audiences, onError } = house;
  const holders = new ClaimTokens({ ...house, idleMs });
  const handler = createMcpHandler(() => house.build(holders), { legacy: 'reject', onerror: onError });
  const leaveAudience = audiences.join({
    follows: null,
    updated: (uri) => handler.notify.resourceUpdated(uri),
    listChanged: () => handler.notify.resourcesChanged(),
  });
  return {
    handle: toNodeHandler(handler, { onerror: onError }),
    close: async () => {
      leaveAudience();
      await handler.close();
      await holders.close();
    },
  };
}
