import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

/** The socket that the overlay would open from a page of this origin; of what it receives only the end is read. */
export interface PageSocket {
  /** The code that the socket was closed with; 1006 when it ended without one. */
  readonly closed: Promise<number>;
}

export async function openPageSocket(origin: string, path = '/__annotate'): Promise<PageSocket> {
  const request = origin.startsWith('https:') ? httpsRequest : httpRequest;
  const opening = request(`${origin}${path}`, {
    rejectUnauthorized: false,
    headers: {
      Origin: origin,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
    },
  });
  opening.on('response', ({ statusCode }) => {
    opening.destroy(new Error(`No socket at ${origin}${path}: ${statusCode ?? 0}.`));
  });
  const upgraded = once(opening, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>;
  opening.end();
  const [, socket, head] = await upgraded;
  return { closed: closeCode(socket, head) };
}

async function closeCode(socket: Duplex, head: Buffer): Promise<number> {
  const received = [head];
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    received.push(bytes);
    // A polite client ends when it is told goodbye.
    if (closeFrame(Buffer.concat(received)) !== null) socket.end();
  });
  await once(socket, 'close');
  return closeFrame(Buffer.concat(received)) ?? 1006;
}

// Frames from a server are not masked: two bytes, a longer length if need be, then the payload.
function closeFrame(bytes: Buffer): number | null {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const short = bytes.readUInt8(at + 1) & 0x7f;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if ((bytes.readUInt8(at) & 0x0f) === 8) return bytes.readUInt16BE(at + header);
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
    at += header + length;
  }
  return null;
}
