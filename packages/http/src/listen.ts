/** A listener whose requests and upgrades are all guarded, also those without a route. */

import { createServer, type Server, type ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';

import { refuseOnSocket } from './answer.ts';
import { ListenError } from './listen-error.ts';
import { HttpError, quoted } from './refusal.ts';
import type { GuardOptions } from './request-facts.ts';
import type { Router } from './router.ts';
import type { RouteKind, RouteMatch } from './routes.ts';
import { pathOf, queryOf, targetsOf } from './target.ts';
import { declineUpgrade, offersWebSocket } from './upgrade-offer.ts';

export interface ListenOptions {
  /** `0` lets the system choose. */
  readonly port: number;
  /** `127.0.0.1`, or `0.0.0.0` when the router's `network` option is on. */
  readonly host?: string | undefined;
  /** How long `close` lets open answers and sockets finish; 2,000 ms. */
  readonly graceMs?: number | undefined;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** As a program on this machine reaches it. */
  readonly url: string;
  readonly server: Server;
  /** Resolves when the port is free and every connection has ended. */
  close(): Promise<void>;
}

/** Rejects with a `ListenError` when the port cannot be had. */
export async function listen(router: Router, options: ListenOptions): Promise<Listener> {
  const host = options.host ?? defaultHost(router.options);
  return listenWith((server) => serve(server, router), { ...options, host });
}

/** As `listen`, for a server with handlers of its own: `addHandlers` adds them before the first request. */
export async function listenWith(
  addHandlers: (server: Server) => void,
  options: ListenOptions & { host: string; maxHeaderSize?: number | undefined },
): Promise<Listener> {
  const { host, maxHeaderSize } = options;
  // Node would answer a missing Host itself, without a message.
  const server = createServer({
    requireHostHeader: false,
    ...(maxHeaderSize !== undefined && { maxHeaderSize }),
  });
  const close = graceful(server, options.graceMs ?? 2_000);
  server.on('clientError', answerUnreadable);
  addHandlers(server);
  await bind(server, host, options.port);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return { host, port, url: urlOf(host, port), server, close };
}

/** Without the opt-in other machines cannot connect at all, and the guard is the second defence. */
export function defaultHost({ network }: GuardOptions): string {
  return network === true ? '0.0.0.0' : '127.0.0.1';
}

function serve(server: Server, router: Router): void {
  server.on('request', (request, response) => {
    void router.handle(matchFor(router, 'handle', targetsOf(request)), request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    if (!offersWebSocket(request)) declineUpgrade(server, request, socket, head);
    else void router.upgrade(matchFor(router, 'upgrade', targetsOf(request)), request, socket, head);
  });
}

/** The router's route for a target; where there is none, one whose handlers answer that there is nothing. */
export function matchFor(router: Router, kind: RouteKind, targets: readonly string[]): RouteMatch {
  return router.find(kind, targets) ?? nothingAt(targets[0] ?? '/');
}

// Guarded like everything else, so that another site cannot find out what runs here; by the most open row,
// since there is nothing to protect behind it.
function nothingAt(target: string): RouteMatch {
  const path = pathOf(target);
  const notFound = (): never => {
    throw new HttpError(404, 'route/unknown', `There is nothing at ${quoted(path)}.`, {
      hint: 'Check the address for a typing error.',
    });
  };
  const route = { path, policy: 'health', handle: notFound, upgrade: notFound } as const;
  return { route, path, below: '', query: queryOf(target) };
}

function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  refuseOnSocket(socket, {
    status: tooLong ? 431 : 400,
    code: tooLong ? 'http/headers-too-large' : 'http/unreadable',
    message: tooLong
      ? 'The request headers are too large.'
      : 'What was sent is not a complete HTTP/1.1 request.',
    hint: 'Connect with an HTTP client over http, not https.',
  });
}

/**
 * Connections that wait until they are accepted. With Node's 511, the system drops some when all pages of a team come back
 * at once, and tries each of these again only seconds later. The system lowers it to its own limit.
 */
const backlog = 4_096;

async function bind(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => reject(new ListenError(host, port, cause));
    server.once('error', fail);
    server.listen({ host, port, backlog }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the server's `close`, to be called any number of times: new connections are refused at once, idle
 * ones end, open answers and upgraded sockets have `graceMs` to finish. Call before other listeners are added.
 */
function graceful(server: Server, graceMs: number): () => Promise<void> {
  const upgraded = trackUpgraded(server);
  const open = trackOpen(server);
  let closed: Promise<void> | undefined;
  return () => (closed ??= close(server, upgraded, open, graceMs));
}

// Node forgets a socket once it is upgraded: closeAllConnections() leaves it open.
function trackUpgraded(server: Server): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex) => {
    // Other offers are declined and go on as ordinary requests.
    if (!offersWebSocket(request)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function trackOpen(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

async function close(
  server: Server,
  upgraded: ReadonlySet<Duplex>,
  open: ReadonlySet<ServerResponse>,
  graceMs: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const lastCall = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, graceMs);
    server.close(() => {
      clearTimeout(lastCall);
      resolve();
    });
    // A connection that turns idle from now on would be kept alive until its timeout.
    for (const response of open) response.once('close', () => response.req.socket.destroySoon());
    for (const socket of upgraded) socket.end();
  });
}
