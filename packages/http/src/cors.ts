/** The headers that let a page of a listed origin read the responses. Other origins get none. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { listedOrigin } from './origin.ts';
import type { Policy } from './policies.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** `null` shares with no origin: a middleware before this one (Vite's own, by default) may have allowed other local ports. */
export function shareWith(response: ServerResponse, origin: string | null): void {
  for (const name of response.getHeaderNames()) {
    if (name.toLowerCase().startsWith('access-control-')) response.removeHeader(name);
  }
  // Also where nothing is shared: a browser would keep that answer for a page of a listed origin, which may not read it.
  response.setHeader('Vary', [response.getHeader('Vary') ?? [], 'Origin'].flat().join(', '));
  if (origin !== null) response.setHeader('Access-Control-Allow-Origin', origin);
}

/** The browser's question whether a page of a listed origin may send what it wants to send. */
export function isPreflight(
  request: IncomingMessage,
  facts: RequestFacts,
  policy: Policy,
  options: GuardOptions,
): boolean {
  const asks = facts.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  return asks && listedOrigin(facts, policy, options) !== null;
}

export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers':
      'content-type, x-annotate-author-secret, x-annotate-author-name, authorization',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}
