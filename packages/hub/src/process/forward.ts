/** Passes the requests and sockets of pages on to the hub's process, which guards and answers them. */
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

import {
  breakOff,
  endAfterReading,
  type GuardOptions,
  type PeerUser,
  refuse,
  type Refusal,
  refuseOnSocket,
} from '@annotate-mcp/http';

import type { ForwardedHead, PeerFacts } from './messages.ts';

/** A hub's process that takes requests. */
export interface HubAddress {
  readonly path: string;
  readonly key: string;
}

export interface ForwardOptions {
  readonly address: HubAddress;
  /** The user at the other end of the page's connection. */
  readonly user: PeerUser;
  readonly targets: readonly string[];
  readonly guard: GuardOptions;
  /** Called when the page waits; the returned function, when the process has answered or the page waits no more. */
  readonly expectAnswer: () => () => void;
  /** Called when there is nothing at the address: the folder for temporary files was emptied. */
  readonly onUnreachable: () => void;
}

/** `onInterrupted` is called instead of a refusal when the process ended, for a request that can be sent again. */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwardOptions,
  onInterrupted: (() => void) | null,
): void {
  const body = readBodyOf(request);
  const asked = requestHttp({
    method: request.method,
    path: request.url,
    headers:
      body === 'unread'
        ? headersOf(request, hopByHop)
        : [...headersOf(request, [...hopByHop, ...aboutBody]), 'Content-Length', String(body?.length ?? 0)],
    // A new connection for each request. It needs no handshake, and begins with what the guard has to know.
    createConnection: () => openConnection(request, options, body === null),
  });
  const stopExpecting = options.expectAnswer();
  asked.on('error', () => {
    stopExpecting();
    if (response.headersSent) breakOff(response);
    else if (response.destroyed) return;
    else if (onInterrupted !== null && isRepeatable(request)) onInterrupted();
    else refuse(request, response, interruptedRefusal);
  });
  asked.on('response', (answer) => {
    stopExpecting();
    try {
      const headers = withoutNames(answer.rawHeaders, ['connection', 'keep-alive', 'transfer-encoding']);
      response.writeHead(answer.statusCode ?? 502, headers);
      pipeline(answer, response, () => undefined);
    } catch (error) {
      // Code of the app may have answered the request as well.
      asked.destroy(error instanceof Error ? error : undefined);
    }
  });
  response.on('close', () => {
    stopExpecting();
    asked.destroy();
  });
  // Not by `pipeline`, which would end the page's connection when the process does not answer.
  if (body === 'unread') request.pipe(asked);
  else asked.end(body);
}

/** The request goes on byte by byte, and so does the answer, whether it is a WebSocket or a refusal. */
export function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: ForwardOptions,
): void {
  const connection = openConnection(request, options, false);
  connection.write(requestText(request), 'latin1');
  connection.write(head);
  const stopExpecting = options.expectAnswer();
  let isAnswered = false;
  connection.once('data', () => {
    stopExpecting();
    isAnswered = true;
  });
  connection.once('close', stopExpecting);
  connection.on('error', () => {
    if (isAnswered) socket.destroy();
    else refuseOnSocket(socket, interruptedRefusal);
  });
  connection.on('end', () => endAfterReading(socket));
  socket.on('close', () => connection.destroy());
  connection.pipe(socket, { end: false });
  socket.pipe(connection);
}

/** The answer to a page when the process ended, or could not be started again. It keeps what it wanted to send. */
export const interruptedRefusal: Refusal = {
  status: 503,
  code: 'hub/restarting',
  message: 'The process of annotate on this dev server has ended and is started again.',
  hint: 'Send the request again in a moment. The output of the dev server says more.',
  retryAfter: 1,
};

function openConnection(
  request: IncomingMessage,
  { address, user, targets, guard, onUnreachable }: ForwardOptions,
  isBodyLost: boolean,
): Socket {
  const originalUrl = 'originalUrl' in request ? request.originalUrl : undefined;
  const head: ForwardedHead = {
    key: address.key,
    peer: peerOf(request.socket, user),
    targets,
    ...(typeof originalUrl === 'string' && { originalUrl }),
    isBodyLost,
    guard: readGuard(guard),
  };
  // Half open: a page may end its side of a WebSocket first.
  const connection = connect({ path: address.path, allowHalfOpen: true });
  connection.on('error', (error) => {
    // Whatever else goes wrong passes, or ends the process, which is noticed.
    if ('code' in error && error.code === 'ENOENT') onUnreachable();
  });
  connection.write(`${JSON.stringify(head)}\n`);
  return connection;
}

function peerOf(socket: Socket, user: PeerUser): PeerFacts {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const encrypted = 'encrypted' in socket && socket.encrypted === true;
  return { remoteAddress, remotePort, localAddress, localPort, encrypted, user };
}

/** By name, because the caller's options may be getters. */
function readGuard(guard: GuardOptions): Record<keyof GuardOptions, unknown> & GuardOptions {
  const { allowedHosts, allowedOrigins, extensionIds, network, token, trustForwarded } = guard;
  return { allowedHosts, allowedOrigins, extensionIds, network, token, trustForwarded };
}

/**
 * The body that a parser of the app, mounted before this, has read already; `null` when it kept none. Its length is not
 * that of the request any more.
 */
function readBodyOf(request: IncomingMessage): Buffer | 'unread' | null {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (!request.readableEnded || (Number(length) === 0 && encoding === undefined)) return 'unread';
  const body = 'body' in request ? request.body : undefined;
  if (body === undefined) return null;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Pages repeat what they store themselves. A script that is refused is missing until the page is loaded again. */
function isRepeatable({ method, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return (method === 'GET' || method === 'HEAD') && !hasBody;
}

const aboutBody = ['content-length', 'content-encoding', 'transfer-encoding'];

/** Headers about the connection with the dev server. `Expect` was answered there. */
const hopByHop = ['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings', 'expect'];

/** As a list of names and values, because the guard refuses a request with two hosts. */
function headersOf({ rawHeaders, headers }: IncomingMessage, left: readonly string[]): string[] {
  const kept = withoutNames(rawHeaders, left);
  // HTTP/2 says the host, the method and the path in headers that begin with a colon.
  const authority = headers[':authority'];
  return typeof authority === 'string' ? ['Host', authority, ...withoutRepeatedHost(kept, authority)] : kept;
}

function withoutRepeatedHost(list: readonly string[], authority: string): string[] {
  return pairsOf(list).flatMap(([name, value]) =>
    name.toLowerCase() === 'host' && value === authority ? [] : [name, value],
  );
}

function withoutNames(list: readonly string[], left: readonly string[]): string[] {
  return pairsOf(list).flatMap(([name, value]) =>
    name.startsWith(':') || left.includes(name.toLowerCase()) ? [] : [name, value],
  );
}

function pairsOf(list: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: list.length / 2 }, (_, n) => [list[2 * n] ?? '', list[2 * n + 1] ?? '']);
}

function requestText(request: IncomingMessage): string {
  const lines = pairsOf(headersOf(request, [])).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
