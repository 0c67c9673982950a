/** Puts the guard in front of handlers. Where requests come from is attach.ts, listen.ts and middleware.ts. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { breakOff, refuse, refuseOnSocket } from './answer.ts';
import { answerPreflight, isPreflight, shareWith } from './cors.ts';
import { guard } from './guard.ts';
import { isLocal } from './local.ts';
import { listedOrigin } from './origin.ts';
import { userOfPeer } from './peer-user.ts';
import { policies } from './policies.ts';
import { readFacts } from './read-facts.ts';
import { HttpError, quoted, type Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';
import {
  assertRoutes,
  findRoute,
  type Route,
  type RouteContext,
  type RouteKind,
  type RouteMatch,
} from './routes.ts';

export interface RouterOptions extends GuardOptions {
  readonly routes: readonly Route[];
  /** Gets what a handler threw unexpectedly; the client only learns that the request failed. */
  readonly onError: (error: unknown, request: IncomingMessage) => void;
}

export interface Router {
  readonly options: RouterOptions;
  find(kind: RouteKind, targets: readonly string[]): RouteMatch | null;
  /** Guards, then handles; rejects only when `onError` throws. */
  handle(match: RouteMatch, request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(match: RouteMatch, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

export function createRouter(options: RouterOptions): Router {
  assertRoutes(options.routes);
  return {
    options,
    find: (kind, targets) => findRoute(options.routes, kind, targets),
    handle: (match, request, response) => handle(options, match, request, response),
    upgrade: (match, request, socket, head) => upgrade(options, match, request, socket, head),
  };
}

async function handle(
  options: RouterOptions,
  match: RouteMatch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const facts = readFacts(request, false, await userOfPeer(request.socket));
    const policy = policies[match.route.policy];
    shareWith(response, listedOrigin(facts, policy, options));
    const refusal = guard(facts, match.route.policy, options);
    if (refusal === null && isPreflight(request, facts, policy, options)) {
      answerPreflight(response);
      return;
    }
    if (refusal !== null || match.route.handle === undefined) {
      refuse(request, response, refusal ?? webSocketOnly(match));
      return;
    }
    // Set before the handler, which may change it: browsers must not guess the type of a response.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    await match.route.handle(request, response, contextOf(match, facts, options));
  } catch (error) {
    const refusal = refusalFor(error, match, request, options);
    if (response.headersSent) breakOff(response);
    else refuse(request, response, refusal);
  }
}

async function upgrade(
  options: RouterOptions,
  match: RouteMatch,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  // Node takes its own listener off before an upgrade; an error without one would end the process.
  socket.on('error', () => socket.destroy());
  const before = bytesWritten(socket);
  try {
    const facts = readFacts(request, true, await userOfPeer(request.socket));
    const refusal = guard(facts, match.route.policy, options);
    if (refusal !== null || match.route.upgrade === undefined) {
      refuseOnSocket(socket, refusal ?? noSocketHere(match));
      return;
    }
    await match.route.upgrade(request, socket, head, contextOf(match, facts, options));
  } catch (error) {
    const refusal = refusalFor(error, match, request, options);
    if (bytesWritten(socket) > before) socket.destroy();
    else refuseOnSocket(socket, refusal);
  }
}

function contextOf(
  { route, path, below, query }: RouteMatch,
  facts: RequestFacts,
  options: GuardOptions,
): RouteContext {
  const { maxBodyBytes } = policies[route.policy];
  return { path, below, query, local: isLocal(facts, options), maxBodyBytes };
}

function refusalFor(
  error: unknown,
  match: RouteMatch,
  request: IncomingMessage,
  options: RouterOptions,
): Refusal {
  if (error instanceof HttpError) return error;
  options.onError(error, request);
  return {
    status: 500,
    code: 'http/failed',
    message: `The server failed while answering ${request.method ?? 'a request'} ${quoted(match.path)}.`,
    hint: 'The cause is in the output of the server. Try again, and report it if it stays.',
  };
}

function bytesWritten(socket: Duplex): number {
  return socket instanceof Socket ? socket.bytesWritten : 0;
}

function webSocketOnly({ path }: RouteMatch): Refusal {
  return {
    status: 426,
    code: 'route/web-socket-only',
    message: `${quoted(path)} speaks WebSocket only.`,
    hint: 'Connect with a WebSocket client.',
  };
}

function noSocketHere({ path }: RouteMatch): Refusal {
  return {
    status: 404,
    code: 'route/no-web-socket',
    message: `${quoted(path)} does not speak WebSocket.`,
    hint: 'Send an ordinary HTTP request.',
  };
}
