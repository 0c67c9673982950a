import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/** Java's HTTP client and `curl --http2` offer `Upgrade: h2c` on ordinary requests; that is no WebSocket. */
export function offersWebSocket(request: IncomingMessage): boolean {
  return (request.headers.upgrade ?? '').toLowerCase() === 'websocket';
}

/**
 * Gives a request back to its server without the offer to upgrade. Node serves such requests as ordinary
 * ones as long as there is no listener for `upgrade`; once there is one, the listener has to decline.
 */
export function declineUpgrade(
  server: EventEmitter,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  // Node documents emitting this event as the way to hand a server a connection.
  server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', socket);
}

function withoutOffer(request: IncomingMessage): string {
  const raw = request.rawHeaders;
  let lines = '';
  for (let index = 0; index < raw.length; index += 2) {
    const [name, value] = [raw[index] ?? '', raw[index + 1] ?? ''];
    const kept = keptValue(name.toLowerCase(), value);
    if (kept !== null) lines += `${name}: ${kept}\r\n`;
  }
  return `${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}\r\n${lines}\r\n`;
}

function keptValue(name: string, value: string): string | null {
  if (name === 'upgrade' || name === 'http2-settings') return null;
  if (name !== 'connection') return value;
  const others = value.split(',').filter((token) => !/^\s*(?:upgrade|http2-settings)\s*$/i.test(token));
  return others.length === 0 ? null : others.join(',');
}
