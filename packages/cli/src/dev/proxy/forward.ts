/** Passes one request or WebSocket on to the dev server. Node's own client does that: what a proxy library adds are header rules, and ours differ. */
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';

import { asksForPage } from '@annotate-mcp/hub/integration';

import { type HeaderList, requestHeaders, responseHeaders } from './headers.ts';
import { type PageContext, tagAnswer } from './page-answer.ts';
import type { Upstream } from './upstream.ts';

/** In bytes. All apps of a machine share the cookies of `localhost`, which soon are more than Node's 16 KiB. */
export const maxHeaderSize = 131_072;

export interface ForwardDeps {
  readonly upstream: Upstream;
  readonly scriptPath: string;
  /** The dev server did not answer. Nothing was sent to the browser yet. */
  readonly onFailure: (error: NodeJS.ErrnoException) => void;
}

export function forwardRequest(request: IncomingMessage, response: ServerResponse, deps: ForwardDeps): void {
  const { upstream, onFailure } = deps;
  const isForPage = asksForPage(request);
  const asked = ask(request, upstream, requestHeaders(request, upstream, isForPage));
  asked.on('error', (error) => {
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) onFailure(error);
  });
  asked.on('response', (answer) => {
    sendAnswer(request, response, answer, isForPage, deps);
  });
  // Also ends an answer that never ends, such as server-sent events, when the browser leaves.
  response.on('close', () => asked.destroy());
  // Not by `pipeline`, which would end the browser's connection when the dev server does not answer.
  request.pipe(asked);
}

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: IncomingMessage,
  isForPage: boolean,
  { upstream, scriptPath }: ForwardDeps,
): void {
  const { statusCode: status = 502, statusMessage = '' } = answer;
  const { host = '' } = request.headers;
  const headers = responseHeaders(answer, upstream, host);
  const context: PageContext = {
    scriptPath,
    origin: `http://${host}`,
    isTlsUpstream: upstream.url.protocol === 'https:',
  };
  const page = isForPage ? tagAnswer(status, headers, context) : null;
  response.writeHead(status, statusMessage, flat(page?.headers ?? headers));
  // The first byte of a stream may come much later.
  response.flushHeaders();
  const steps = request.method === 'HEAD' ? [] : (page?.steps ?? []);
  pipeline([answer, ...steps, response], () => undefined);
}

export function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { upstream, onFailure }: Omit<ForwardDeps, 'scriptPath'>,
): void {
  const { host = '' } = request.headers;
  const upgrade: HeaderList = [
    ['Connection', 'Upgrade'],
    ['Upgrade', request.headers.upgrade ?? 'websocket'],
  ];
  const asked = ask(request, upstream, [...requestHeaders(request, upstream, false), ...upgrade]);
  let isAnswered = false;
  asked.on('error', (error) => {
    if (isAnswered || socket.destroyed) socket.destroy();
    else onFailure(error);
  });
  asked.on('upgrade', (answer, upstreamSocket, upstreamHead) => {
    isAnswered = true;
    socket.write(responseHead(answer, [...responseHeaders(answer, upstream, host), ...upgrade]));
    upstreamSocket.unshift(upstreamHead);
    socket.unshift(head);
    connect(socket, upstreamSocket);
  });
  // The dev server has no WebSocket there.
  asked.on('response', (answer) => {
    isAnswered = true;
    socket.write(responseHead(answer, [...responseHeaders(answer, upstream, host), ['Connection', 'close']]));
    pipeline(answer, socket, () => undefined);
  });
  socket.on('error', () => asked.destroy());
  socket.on('close', () => asked.destroy());
  asked.end();
}

/** A new connection for each request: one that is kept may be closed by the dev server just when it is used again. */
function ask({ method, url }: IncomingMessage, upstream: Upstream, headers: HeaderList) {
  const { protocol, hostname, port } = upstream.url;
  const isTls = protocol === 'https:';
  const options = {
    // Browsers know where such names lead; the resolvers of some systems do not.
    hostname: hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    method,
    path: url,
    headers: flat(headers),
    maxHeaderSize,
    agent: false,
  } as const;
  return isTls
    ? requestHttps({
        ...options,
        rejectUnauthorized: !upstream.acceptsAnyCertificate,
        ...(isIP(options.hostname) === 0 && { servername: hostname }),
      })
    : requestHttp(options);
}

function flat(headers: HeaderList): string[] {
  return headers.flat();
}

function responseHead(
  { statusCode = 502, statusMessage = '' }: IncomingMessage,
  headers: HeaderList,
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}

/** Each direction ends by itself; a connection that is over ends the other one. */
function connect(socket: Duplex, upstreamSocket: Duplex): void {
  socket.pipe(upstreamSocket);
  upstreamSocket.pipe(socket);
  // `close` follows each error.
  upstreamSocket.on('error', () => undefined);
  socket.once('close', () => upstreamSocket.destroy());
  upstreamSocket.once('close', () => socket.end());
}
