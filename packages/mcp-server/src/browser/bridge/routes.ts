/** The HTTP routes for the extension. Their guard policies are in packages/http. */
import { agentPath, encodeConnection } from '@annotate-mcp/browser-protocol';
import { HttpError, type Route, sendJson } from '@annotate-mcp/http';

import type { AgentSockets } from './agent-sockets.ts';
import type { Bridge } from './bridge.ts';
import type { ConnectCode } from './connect-code.ts';
import { challengePattern, createProof } from './proof.ts';

export interface BridgeRoutesOptions {
  readonly bridge: Bridge;
  readonly version: string;
  readonly code: ConnectCode;
  /** Called for each request: the key may be replaced, and the port is known only once the server listens. */
  readonly connection: () => { readonly url: string; readonly key: string };
  readonly agents: AgentSockets;
  /** Number of connected clients of all kinds. */
  readonly sessions: () => number;
}

/** `/health`, `/connect`, the extension's socket at `/` and those of agents at `/agent`, for `createRouter` of `@annotate-mcp/http`. */
export function createBridgeRoutes(options: BridgeRoutesOptions): Route[] {
  const { bridge, version, code, connection, agents, sessions } = options;
  return [
    { path: '/', policy: 'extension', upgrade: bridge.upgrade },
    { path: agentPath, policy: 'agent', upgrade: agents.upgrade },
    {
      path: '/health',
      policy: 'health',
      handle: (request, response, { query, local }) => {
        requireGet(request.method);
        const challenge = query.get('challenge') ?? '';
        sendJson(response, 200, {
          extensionConnected: bridge.connected !== null,
          sessions: sessions(),
          commandsUnderWay: bridge.pending,
          version,
          // For this user on this machine; other clients do not have the key to check it with.
          ...(local &&
            challengePattern.test(challenge) && {
              proof: createProof(connection(), challenge),
              extension: bridge.connected,
            }),
        });
      },
    },
    {
      path: '/connect',
      policy: 'connect',
      handle: (request, response, { query }) => {
        requireGet(request.method);
        if (!code.redeem(query.get('code') ?? '')) throw wrongCodeError();
        const { url, key } = connection();
        sendJson(response, 200, { connection: encodeConnection({ url, key }), url });
      },
    },
  ];
}

function requireGet(method: string | undefined): void {
  if (method === 'GET') return;
  throw new HttpError(405, 'bridge/method', `${method ?? 'This method'} is not supported here.`, {
    hint: 'Use GET.',
  });
}

function wrongCodeError(): HttpError {
  return new HttpError(403, 'connect/wrong-code', 'This is not the code that the terminal shows.', {
    hint: 'Each code works once, and is replaced after a few wrong ones: look at the terminal of "annotate-mcp serve", or paste the connection string.',
  });
}
