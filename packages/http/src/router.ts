/** Puts the guard in front of handlers. Where requests come from is attach.ts, listen.ts and middleware.ts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { breakOff, refuse, refuseOnSocket } from './answer.ts';
import type { Caller } from './caller.ts';
import { guard } from './guard.ts';
import type { Identify } from './identify.ts';
import { isLocal } from './local.ts';
import { listedOrigin } from './origin.ts';
import { userOfPeer } from './peer-user.ts';
import { policies, type Policy } from './policies.ts';
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
  /** For policies with the token rule `caller`; without it they admit nothing. */
  readonly identify?: Identify | undefined;
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
    const { refusal, caller, guardOptions } = await admit(options, match, facts);
    shareWith(response, listedOrigin(facts, policy, guardOptions));
    if (refusal === null && isPreflight(request, facts, policy, guardOptions)) {
      answerPreflight(response);
      return;
    }
    if (refusal !== null || match.route.handle === undefined) {
      refuse(request, response, refusal ?? webSocketOnly(match));
      return;
    }
    // Set before the handler, which may change it: browsers must not guess the type of a response.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    await match.route.handle(request, response, contextOf(match, facts, options, caller));
  } catch (error) {
    const refusal = refusalFor(error, match, request, options);
    if (response.headersSent) breakOff(response);
    else refuse(request, response, refusal);
  }
}

/**
 * Sets the headers that let a page of this origin read the response. `null` shares with no origin: a middleware before this
 * one (Vite's own, by default) may have allowed other local ports.
 */
function shareWith(response: ServerResponse, origin: string | null): void {
  for (const name of response.getHeaderNames()) {
    if (name.toLowerCase().startsWith('access-control-')) response.removeHeader(name);
  }
  // Also where nothing is shared: a browser would keep that answer for a page of a listed origin, which may not read it.
  response.setHeader('Vary', [response.getHeader('Vary') ?? [], 'Origin'].flat().join(', '));
  if (origin !== null) response.setHeader('Access-Control-Allow-Origin', origin);
}

/** The browser's question whether a page of a listed origin may send what it wants to send. */
function isPreflight(
  request: IncomingMessage,
  facts: RequestFacts,
  policy: Policy,
  options: GuardOptions,
): boolean {
  const asks = facts.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  return asks && listedOrigin(facts, policy, options) !== null;
}

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers':
      'content-type, x-annotate-author-secret, x-annotate-author-name, authorization',
    'Access-Control-Max-Age': '600',
  });
  response.end();
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
    const { refusal, caller } = await admit(options, match, facts);
    if (refusal !== null || match.route.upgrade === undefined) {
      refuseOnSocket(socket, refusal ?? noSocketHere(match));
      return;
    }
    await match.route.upgrade(request, socket, head, contextOf(match, facts, options, caller));
  } catch (error) {
    const refusal = refusalFor(error, match, request, options);
    if (bytesWritten(socket) > before) socket.destroy();
    else refuseOnSocket(socket, refusal);
  }
}

interface Admission {
  readonly refusal: Refusal | null;
  readonly caller?: Caller;
  readonly guardOptions: GuardOptions;
}

/** The caller is looked for first, so that without a token every path is answered alike. */
async function admit(options: RouterOptions, match: RouteMatch, facts: RequestFacts): Promise<Admission> {
  const name = match.route.policy;
  const { token, tokenIn } = policies[name];
  if (token !== 'caller') return { refusal: guard(facts, name, options), guardOptions: options };
  const shown = tokenIn.flatMap((place) => facts.tokens[place] ?? []);
  const found = (await options.identify?.(shown, match, facts)) ?? unknownCaller;
  if ('status' in found) return { refusal: found, guardOptions: {} };
  const { network, allowedHosts } = options;
  const guardOptions = { network, allowedHosts, allowedOrigins: found.allowedOrigins };
  return { refusal: guard(facts, name, guardOptions), caller: found.caller, guardOptions };
}

function contextOf(
  { route, path, below, query }: RouteMatch,
  facts: RequestFacts,
  options: GuardOptions,
  caller: Caller | undefined,
): RouteContext {
  const { maxBodyBytes } = policies[route.policy];
  const local = caller === undefined && isLocal(facts, options);
  return { path, below, query, local, maxBodyBytes, caller };
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

/** The same for every path and every reason, so that it tells nothing. */
export const unknownCaller: Refusal = {
  status: 401,
  code: 'token/unknown',
  message: 'There is nothing here for this request: it has no token, or one that is not valid here.',
  hint: 'Send "Authorization: Bearer <token>" with a token of the project; its administrator creates one with "annotate-mcp token create".',
};
