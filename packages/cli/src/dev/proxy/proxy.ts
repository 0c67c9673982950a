/** A server in front of a dev server, which adds the overlay to its pages. The hub at `/__annotate` is attached by the caller. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import {
  checkRequestHost,
  declineUpgrade,
  offersWebSocket,
  refuse,
  refuseOnSocket,
} from '@annotate-mcp/http';
import { asksForPage } from '@annotate-mcp/hub/integration';

import { describeFailure, failureHeader, failurePage } from './failure-page.ts';
import { forwardRequest, forwardUpgrade } from './forward.ts';
import { hasOwnCookies, type Upstream } from './upstream.ts';

export interface ProxyOptions {
  /** `null` until the address of the dev server is known. */
  readonly upstream: () => Upstream | null;
  /** The path of the overlay's script at this server. */
  readonly scriptPath: string;
}

/**
 * The Host is checked here, because the dev server may not be able to: it is told another one. Without the check a page
 * elsewhere could read the app by a name that leads to this machine.
 */
export function addProxy(server: Server, { upstream, scriptPath }: ProxyOptions): void {
  server.on('request', (request, response) => {
    const refusal = checkRequestHost(request, {});
    if (refusal !== null) {
      refuse(request, response, refusal);
      return;
    }
    const current = upstream();
    const onFailure = (error: NodeJS.ErrnoException | null) =>
      sendFailure(request, response, current?.url ?? null, error);
    if (current === null) onFailure(null);
    else if (asksForPage(request) && leadToOwnName(request, response, current)) return;
    else forwardRequest(request, response, { upstream: current, scriptPath, onFailure });
  });
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    if (!offersWebSocket(request)) {
      declineUpgrade(server, request, socket, head);
      return;
    }
    const refusal = checkRequestHost(request, {});
    const current = upstream();
    const onFailure = (error: NodeJS.ErrnoException | null) =>
      refuseOnSocket(socket, failureRefusal(current?.url ?? null, error));
    if (refusal !== null) refuseOnSocket(socket, refusal);
    else if (current === null) onFailure(null);
    else forwardUpgrade(request, socket, head, { upstream: current, onFailure });
  });
}

/** Under another name of this machine the app would have no cookies. */
function leadToOwnName(
  { method, headers: { host = '' }, url = '/' }: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || hasOwnCookies(upstream, host)) return false;
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const Location = `http://${upstream.ownName}${port}${url}`;
  response.writeHead(307, { Location, 'Cache-Control': 'no-store' }).end();
  return true;
}

function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL | null,
  error: NodeJS.ErrnoException | null,
): void {
  response.setHeader(failureHeader, 'no-answer');
  if (!asksForPage(request)) {
    refuse(request, response, failureRefusal(upstream, error));
    return;
  }
  const page = failurePage(describeFailure(upstream, error), request.method === 'GET');
  response.writeHead(502, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : page);
  request.resume();
}

function failureRefusal(upstream: URL | null, error: NodeJS.ErrnoException | null) {
  const { what, fix } = describeFailure(upstream, error);
  return { status: 502, code: 'dev/no-answer', message: what, hint: fix };
}
