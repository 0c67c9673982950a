import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants, Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';

import type { Refusal } from './refusal.ts';

/** Sends a value as JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...jsonHeaders, ...headers, 'Content-Length': bytes.length });
  response.end(bytes);
}

/** Answers with a message and lets the client finish sending, so that it gets to read the answer. */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  sendJson(response, refusal.status, refusalBody(refusal), refusalHeaders(refusal));
  discard(request);
}

/** Breaks off a response that is partly sent, so that the client does not take it for complete. */
export function breakOff(response: ServerResponse | Http2ServerResponse): void {
  // Destroying an HTTP/2 answer without a code would end it like a complete one.
  if (response instanceof Http2ServerResponse) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}

/** A refused upgrade gets an ordinary HTTP answer on its socket, which is then closed. */
export function refuseOnSocket(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(refusalBody(refusal));
  const headers = {
    ...jsonHeaders,
    ...refusalHeaders(refusal),
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = STATUS_CODES[refusal.status] ?? 'Refused';
  endAfterReading(socket, `HTTP/1.1 ${refusal.status} ${reason}\r\n${lines.join('')}\r\n${body}`);
}

/** Reads and drops what a client still sends: closing on unread bytes resets it, and the answer is lost. */
export function endAfterReading(socket: Duplex, finalText = ''): void {
  const timer = setTimeout(() => socket.destroy(), 2_000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  // The client may be gone already, so the error has no reader.
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end(finalText);
}

function discard(request: IncomingMessage): void {
  const most = 64 * 1024 * 1024;
  let dropped = 0;
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > most) request.destroy();
  });
  // A client that disconnects needs no answer.
  request.on('error', () => undefined);
  request.resume();
}

function refusalBody({ message, hint, code }: Refusal): object {
  return { error: message, hint, code };
}

function refusalHeaders({ status, retryAfter }: Refusal): Record<string, string> {
  if (retryAfter !== undefined) return { 'Retry-After': String(retryAfter) };
  if (status === 401) return { 'WWW-Authenticate': 'Bearer realm="annotate-mcp"' };
  return status === 426 ? { Upgrade: 'websocket' } : {};
}

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};
