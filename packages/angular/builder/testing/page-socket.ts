import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

export interface PageSocket {
  readonly say: (message: object) => void;
  /** The next message for which this is true, of those that were not asked for yet. */
  readonly hear: (
    isWanted: (message: Record<string, unknown>) => boolean,
  ) => Promise<Record<string, unknown>>;
  /** The code that the socket was closed with; 1006 when it ended without one. */
  readonly closed: Promise<number>;
}

/** The socket that a page of this origin would open. Rejects with the status when there is none for it. */
export async function openPageSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageSocket> {
  const { origin, protocol } = new URL(url);
  const opening = (protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    rejectUnauthorized: false,
    headers: {
      Origin: origin,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
      ...headers,
    },
  });
  opening.on('response', ({ statusCode = 0 }) => opening.destroy(new Error(`No socket: ${statusCode}.`)));
  const upgraded = once(opening, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>;
  opening.end();
  const [, socket, head] = await upgraded;
  return talk(socket, head);
}

function talk(socket: Duplex, head: Buffer): PageSocket {
  const heard: Record<string, unknown>[] = [];
  let code = 1006;
  let rest: Buffer = Buffer.alloc(0);
  let look = (): void => undefined;
  const take = (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
      rest = rest.subarray(frame.size);
      if (frame.kind === 1) heard.push(JSON.parse(frame.payload.toString()) as Record<string, unknown>);
      if (frame.kind !== 8) continue;
      code = frame.payload.readUInt16BE(0);
      // A polite client ends when it is told goodbye.
      socket.end();
    }
    look();
  };
  socket.on('error', () => undefined);
  socket.on('data', take);
  take(head);
  return {
    say: (message) => socket.write(textFrame(JSON.stringify(message))),
    hear: (isWanted) =>
      new Promise((resolve) => {
        look = () => {
          const found = heard.find(isWanted);
          if (found === undefined) return;
          look = () => undefined;
          heard.splice(0, heard.indexOf(found) + 1);
          resolve(found);
        };
        look();
      }),
    closed: new Promise((resolve) => socket.once('close', () => resolve(code))),
  };
}

// Frames from a server are not masked: two bytes, a longer length if need be, then the payload.
function firstFrame(bytes: Buffer): { kind: number; payload: Buffer; size: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const header = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < header) return null;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6);
  if (bytes.length < header + length) return null;
  const payload = bytes.subarray(header, header + length);
  return { kind: bytes.readUInt8(0) & 0x0f, payload, size: header + length };
}

// Those of a client are; a mask of zeros changes nothing.
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([header, payload]);
}
