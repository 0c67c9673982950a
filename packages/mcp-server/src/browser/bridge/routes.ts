/** The HTTP routes for the extension. Their guard policies are in packages/http. */
import { createHmac } from 'node:crypto';

import { encodeConnection, proofText } from '@annotate-mcp/browser-protocol';
import { HttpError, type Route, sendJson } from '@annotate-mcp/http';

import type { Bridge } from './bridge.ts';
import type { ConnectCode } from './connect-code.ts';

export interface BridgeRoutesOptions {
  readonly bridge: Bridge;
  readonly version: string;
  readonly code: ConnectCode;
  /** Called for each request: the key may be replaced, and the port is known only once the server listens. */
  readonly connection: () => { readonly url: string; readonly key: string };
  /** Number of connected MCP clients. */
  readonly sessions: () => number;
}

/** `/health`, `/connect` and the extension's socket at `/`, for `createRouter` of `@annotate-mcp/http`. */
export function createBridgeRoutes(options: BridgeRoutesOptions): Route[] {
  const { bridge, version, code, connection, sessions } = options;
  return [
    { path: '/', policy: 'extension', upgrade: bridge.upgrade },
    {
      path: '/health',
      policy: 'health',
      handle: (request, response, { query, local }) => {
        requireGet(request.method);
        const challenge = query.get('challenge') ?? '';
        const { url, key } = connection();
        sendJson(response, 200, {
          extensionConnected: bridge.connected !== null,
          sessions: sessions(),
          commandsUnderWay: bridge.pending,
          version,
          ...(local &&
            challenge !== '' && {
              proof: createHmac('sha256', key).update(proofText(url, challenge)).digest('base64url'),
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
